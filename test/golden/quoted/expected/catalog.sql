CREATE TABLE stellarhosts ("hostname" TEXT, "sy_name" TEXT, "st_teff" REAL, "st_mass" REAL, "sy_pnum" INTEGER, "sy_dist" REAL) STRICT;
CREATE INDEX stellarhosts_covering ON stellarhosts ("hostname", "sy_name", "sy_pnum", "sy_dist", "st_teff", "st_mass");
CREATE TABLE exoplanets ("pl_name" TEXT, "hostname" TEXT, "default_flag" INTEGER, "pl_refname" TEXT, "disc_year" INTEGER, "pl_orbper" REAL, "pl_rade" REAL, "pl_bmasse" REAL, "pl_bmasselim" INTEGER, "discoverymethod" TEXT, "rowupdate" TEXT) STRICT;
CREATE INDEX exoplanets_uncertainties ON exoplanets ("hostname", "pl_name", "default_flag", "discoverymethod", "disc_year", "pl_orbper", "pl_rade", "pl_bmasse", "pl_bmasselim");
CREATE INDEX exoplanets_covering ON exoplanets ("hostname", "pl_name", "default_flag", "discoverymethod", "disc_year", "pl_orbper", "pl_rade", "pl_bmasse");
CREATE INDEX exoplanets_pl_name ON exoplanets (pl_name);
CREATE TABLE sqlite_stat1(tbl,idx,stat);
exoplanets 1: 'BD+20 594 b','BD+20 594',1,'Espinoza, "K2" et al.',2016,41.6855,2.578,0.0,-1,'Transit','2016-09-12'
exoplanets 2: 'BD+20 594 b','BD+20 594',0,'Espinoza, "K2" et al.',2016,41.6855,2.578,0.0,-1,'Transit','2016-09-12'
exoplanets 3: 'Barnard''s b','Barnard''s star',0,NULL,2018,232.8,NULL,3.23,NULL,'Radial Velocity','2018-11-15'
exoplanets 4: 'Barnard''s b','Barnard''s star',1,NULL,2018,233.0,NULL,8.4e-05,1,'Radial Velocity','2019-01-02'
exoplanets 5: 'HAT-P-7 b','HAT-P-7',1,'<a refstr=PAL_ET_AL__2008 href="https://example.org/2008A%26A" target=ref> P&aacute;l et al. 2008, ApJ</a>',2008,2.20473,16.9,NULL,NULL,'Transit','2014-05-14'
exoplanets 6: 'HAT-P-7 b','HAT-P-7',0,NULL,2008,NULL,NULL,402000000.0,0,NULL,NULL
stellarhosts 1: 'BD+20 594','BD+20 594',5766.0,0.961,1,179.9
stellarhosts 2: 'HAT-P-7','HAT-P-7',6310.0,1.361,1,337.763
stellarhosts 3: 'HAT-P-7','HAT-P-7',6441.0,1.51,1,337.763
stellarhosts 4: 'HAT-P-7 B','HAT-P-7',3131.0,NULL,1,NULL
