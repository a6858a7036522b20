import { expect, test } from 'bun:test'
import { exportFilename } from '../../../../src/core/catalog/export-filename.ts'

test.each([
  ['exoplanet', 'Kepler-22 b', 'json', 'exoplanet-Kepler-22_b.json'],
  ['exoplanet', '2MASS J04372171+2651014 b', 'csv', 'exoplanet-2MASS_J04372171+2651014_b.csv'],
  ['exoplanet', "Barnard's star b", 'json', "exoplanet-Barnard's_star_b.json"],
  ['exoplanet', 'a/b\\c:d*e?f"g<h>i|j', 'csv', 'exoplanet-a_b_c_d_e_f_g_h_i_j.csv'],
  ['stellarhost', 'alf Cen A', 'json', 'stellarhost-alf Cen A.json'],
  ['stellarhost', '../x\r\ny\u0000\u0085', 'csv', 'stellarhost-.._x__y__.csv'],
  ['stellarhost', 'Gliese 581 é\u{1f600}', 'csv', 'stellarhost-Gliese 581 é\u{1f600}.csv'],
] as const)('the %s "%s" is saved as %s under "%s"', (entity, name, format, filename) => {
  expect(exportFilename(entity, name, format)).toBe(filename)
})
