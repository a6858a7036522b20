CREATE TABLE stellarhosts ("hostname" TEXT, "sy_dist" REAL) STRICT;
CREATE INDEX stellarhosts_covering ON stellarhosts ("hostname", "sy_dist");
CREATE TABLE exoplanets ("pl_name" TEXT, "hostname" TEXT, "gaia_dr3_id" INTEGER, "note" TEXT, "disc_year" INTEGER) STRICT;
CREATE INDEX exoplanets_covering ON exoplanets ("hostname", "pl_name", "disc_year");
CREATE INDEX exoplanets_pl_name ON exoplanets (pl_name);
CREATE TABLE sqlite_stat1(tbl,idx,stat);
exoplanets 1: 'z b','z',9223372036854775807,NULL,NULL
exoplanets 2: 'é b','é',-9223372036854775808,'é',2003
exoplanets 3: 'Ａ b','Ａ',9007199254740992,'É',2002
exoplanets 4: '🌟 a','🌟',NULL,'line',2004
exoplanets 5: '🌟 b','🌟',9007199254740993,'tab	here "q" \\',2001
stellarhosts 1: 'z',4.9406564584124654e-324
stellarhosts 2: 'Ａ',1.0e+21
stellarhosts 3: '🌟',1.0
