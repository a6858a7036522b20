CREATE TABLE stellarhosts ("hostname" TEXT, "sy_dist" REAL, "st_teff" INTEGER) STRICT;
CREATE INDEX stellarhosts_covering ON stellarhosts ("hostname", "sy_dist", "st_teff");
CREATE TABLE exoplanets ("pl_name" TEXT, "hostname" TEXT, "default_flag" INTEGER, "pl_orbper" REAL, "pl_rade" REAL) STRICT;
CREATE INDEX exoplanets_covering ON exoplanets ("hostname", "pl_name", "default_flag", "pl_orbper", "pl_rade");
CREATE INDEX exoplanets_pl_name ON exoplanets (pl_name);
CREATE TABLE sqlite_stat1(tbl,idx,stat);
exoplanets 1: '11 Com b','11 Com',0,326.03,NULL
exoplanets 2: '11 Com b','11 Com',1,323.21,12.1
stellarhosts 1: '11 Com',93.1846,4742
