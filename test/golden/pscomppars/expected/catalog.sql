CREATE TABLE stellarhosts ("hostname" TEXT, "sy_dist" REAL, "st_teff" INTEGER, "st_mass" REAL, "sy_pnum" INTEGER) STRICT;
CREATE INDEX stellarhosts_covering ON stellarhosts ("hostname", "sy_pnum", "sy_dist", "st_teff", "st_mass");
CREATE TABLE exoplanets ("pl_name" TEXT, "hostname" TEXT, "sy_pnum" INTEGER, "discoverymethod" TEXT, "disc_year" INTEGER, "pl_orbper" REAL, "pl_rade" REAL, "pl_bmasse" REAL, "pl_eqt" REAL) STRICT;
CREATE INDEX exoplanets_covering ON exoplanets ("hostname", "pl_name", "discoverymethod", "disc_year", "pl_orbper", "pl_rade", "pl_bmasse", "pl_eqt", "sy_pnum");
CREATE INDEX exoplanets_pl_name ON exoplanets (pl_name);
CREATE TABLE sqlite_stat1(tbl,idx,stat);
exoplanets 1: 'K2-18 b','K2-18',1,'Transit',2015,32.94,2.61,8.63,278.0
exoplanets 2: 'TRAPPIST-1 b','TRAPPIST-1',7,'Transit',2016,1.510826,1.116,1.374,397.6
exoplanets 3: 'TRAPPIST-1 e','TRAPPIST-1',7,'Transit',2017,6.101013,0.92,0.692,249.7
stellarhosts 1: 'K2-18',38.07,3457,0.36,1
stellarhosts 2: 'TRAPPIST-1',12.43,2566,0.0898,7
