CREATE TABLE stellarhosts ("hostname" TEXT, "sy_dist" REAL, "st_teff" INTEGER) STRICT;
CREATE INDEX stellarhosts_covering ON stellarhosts ("hostname", "sy_dist", "st_teff");
CREATE TABLE exoplanets ("pl_name" TEXT, "hostname" TEXT, "default_flag" INTEGER, "pl_rade" REAL, "pl_radelim" INTEGER, "rowupdate" TEXT) STRICT;
CREATE INDEX exoplanets_uncertainties ON exoplanets ("hostname", "pl_name", "default_flag", "pl_rade", "pl_radelim");
CREATE INDEX exoplanets_covering ON exoplanets ("hostname", "pl_name", "default_flag", "pl_rade");
CREATE INDEX exoplanets_pl_name ON exoplanets (pl_name);
CREATE TABLE keplernames ("kepid" INTEGER, "koi_name" TEXT, "kepler_name" TEXT, "pl_name" TEXT) STRICT;
CREATE INDEX "keplernames.kepid" ON keplernames ("kepid");
CREATE INDEX "keplernames.koi_name" ON keplernames ("koi_name");
CREATE INDEX "keplernames.kepler_name" ON keplernames ("kepler_name");
CREATE INDEX "keplernames.pl_name" ON keplernames ("pl_name");
CREATE TABLE pscomppars ("pl_name" TEXT, "hostname" TEXT, "pl_letter" TEXT, "pl_rade" REAL) STRICT;
CREATE INDEX "pscomppars.pl_name" ON pscomppars ("pl_name");
CREATE INDEX "pscomppars.hostname" ON pscomppars ("hostname");
CREATE TABLE toi ("toi" REAL, "tid" INTEGER, "tfopwg_disp" TEXT, "pl_trandep" REAL, "pl_rade" REAL, "st_note" TEXT) STRICT;
CREATE INDEX "toi.toi" ON toi ("toi");
CREATE INDEX "toi.tid" ON toi ("tid");
CREATE TABLE sqlite_stat1(tbl,idx,stat);
exoplanets 1: 'Aso-1 b','Aso-1',1,1.5,0,'2020-01-02'
exoplanets 2: 'Aso-1 b','Aso-1',0,1.7,1,'2019-01-02'
exoplanets 3: 'Bel-2 b','Bel-2',1,NULL,NULL,'2021-03-04'
exoplanets 4: 'Bel-2 c','Bel-2',1,11.0,0,'2021-03-04'
stellarhosts 1: 'Aso-1',10.25,3300
stellarhosts 2: 'Aso-1',10.3,3310
stellarhosts 3: 'Bel-2',20.5,5100
keplernames 1: 100,'K00001.02','Kepler-1 c','Bel-2 c'
keplernames 2: 900,'K00002.01','Kepler-2 b','Aso-1 b'
pscomppars 1: 'Aso-1 b','Aso-1','b',1.5
pscomppars 2: 'Bel-2 c','Bel-2','c',11.25
pscomppars 3: 'Zet-9 b','007','b',NULL
toi 1: 1000.02,9007199254740993,'CP',NULL,2.0,'plain'
toi 2: 1000.1,50365310,'PC',656.0,NULL,'é “quoted”'
toi 3: 1002.01,124709665,'FP',1500.5,9.5,NULL
