import { expect, test } from 'bun:test'
import { attachment } from '../../../../src/http/response/content-disposition.ts'

test.each([
  ['exoplanet-Kepler-22_b.json', 'attachment; filename="exoplanet-Kepler-22_b.json"'],
  ["stellarhost-Barnard's star.csv", `attachment; filename="stellarhost-Barnard's star.csv"`],
  ['a"b\\c.csv', `attachment; filename="a_b_c.csv"; filename*=UTF-8''a%22b%5Cc.csv`],
  ['a%20b 5%.csv', `attachment; filename="a_20b 5%.csv"; filename*=UTF-8''a%2520b%205%25.csv`],
  [
    'Proxima Centauri α.csv',
    `attachment; filename="Proxima Centauri _.csv"; filename*=UTF-8''Proxima%20Centauri%20%CE%B1.csv`,
  ],
  ["α('*)!.csv", `attachment; filename="_('*)!.csv"; filename*=UTF-8''%CE%B1%28%27%2A%29!.csv`],
  ['🪐.csv', `attachment; filename="_.csv"; filename*=UTF-8''%F0%9F%AA%90.csv`],
  ['a\r\nX: y.csv', `attachment; filename="a__X: y.csv"; filename*=UTF-8''a%0D%0AX%3A%20y.csv`],
  ['\ud800.csv', `attachment; filename="_.csv"; filename*=UTF-8''%EF%BF%BD.csv`],
])('the file name %p becomes %p', (filename, header) => {
  expect(attachment(filename)).toBe(header)
})
