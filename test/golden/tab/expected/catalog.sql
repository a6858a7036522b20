CREATE TABLE stellarhosts ("hostname" TEXT, "sy_dist" REAL) STRICT;
CREATE INDEX stellarhosts_covering ON stellarhosts ("hostname", "sy_dist");
CREATE TABLE exoplanets ("pl_name" TEXT, "hostname" TEXT, "disc_year" INTEGER, "pl_rade" REAL, "note" TEXT) STRICT;
CREATE INDEX exoplanets_covering ON exoplanets ("hostname", "pl_name", "disc_year", "pl_rade");
CREATE INDEX exoplanets_pl_name ON exoplanets (pl_name);
CREATE TABLE sqlite_stat1(tbl,idx,stat);
exoplanets 1: '007 b','007',2001,1.5,' comma, inside '
exoplanets 2: 'GJ 1 b','GJ 1',NULL,2.0,NULL
stellarhosts 1: '007',10.0
stellarhosts 2: '1e3',NULL
stellarhosts 3: 'GJ 1',4.3
