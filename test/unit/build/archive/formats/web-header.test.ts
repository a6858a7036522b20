import { expect, test } from 'bun:test'
import { WebHeader } from '../../../../../build/archive/formats/web-header.ts'

test.each([
  ['# COLUMN pl_orbper:      Orbital Period [days]', 'pl_orbper', { description: 'Orbital Period', unit: 'days' }],
  ['# COLUMN disc_year: Discovery Year', 'disc_year', { description: 'Discovery Year' }],
  [
    '# COLUMN sy_disterr1:    Distance [pc] Upper Unc',
    'sy_disterr1',
    { description: 'Distance Upper Unc', unit: 'pc' },
  ],
  [
    '# COLUMN pl_orbsmax:     Orbit Semi-Major Axis [au])',
    'pl_orbsmax',
    { description: 'Orbit Semi-Major Axis', unit: 'au' },
  ],
  [
    '# COLUMN st_met:         Stellar Metallicity [Fe/H] [dex]',
    'st_met',
    { description: 'Stellar Metallicity [Fe/H]', unit: 'dex' },
  ],
  ['# COLUMN st_logg: Gravity [log10(cm/s**2)]', 'st_logg', { description: 'Gravity', unit: 'log10(cm/s**2)' }],
  ['#COLUMN a:b: c', 'a', { description: 'b: c' }],
  ['# COLUMN empty:', 'empty', {}],
])('the line %j describes its column', (line, name, facts) => {
  const header = new WebHeader()
  header.add('PS.csv', 4, line)
  expect(header.columns.get(name)).toEqual({ ...facts, declaredAt: { file: 'PS.csv', line: 4 } })
})

test('of two lines on one column the first counts', () => {
  const header = new WebHeader()
  header.add('PS.csv', 4, '# COLUMN pl_rade: Planet Radius [Earth Radius]')
  header.add('PS.csv', 5, '# COLUMN pl_rade: something else [km]')
  const facts = { description: 'Planet Radius', unit: 'Earth Radius', declaredAt: { file: 'PS.csv', line: 4 } }
  expect(header.columns.get('pl_rade')).toEqual(facts)
})

test('the date and the producer are read, and no other line is taken for them', () => {
  const header = new WebHeader()
  const lines = [
    '# This file was produced by the Test Archive  http://archive.example',
    '# Tue Jan 26 01:54:17 2021',
    '#',
    '# User preference: *',
    '# CONSTRAINT:  where (default_flag = 1',
    '# Wed Jan 27 01:54:17 2021',
  ]
  for (const [index, line] of lines.entries()) header.add('PS.csv', index + 1, line)
  expect(header.facts).toEqual({ date: '2021-01-26', producer: 'Test Archive http://archive.example' })
  expect(header.columns.size).toBe(0)
})

test.each([
  'the script /home/me/make.py',
  '/home/me/make.py',
  './make.py',
  'C:\\make.py',
  'a copy of file:///data',
  'http://:secret@archive.example/',
  'https://me@archive.example/',
])('a producer that tells of the machine or of a user is not taken: %s', (producer) => {
  const header = new WebHeader()
  header.add('PS.csv', 1, `# This file was produced by ${producer}`)
  expect(header.facts).toEqual({})
})

test.each(['NASA / IPAC and/or others', 'me@archive.example', 'https://archive.example/a/@b', 'Caltech/IPAC'])(
  'words and a URL are taken: %s',
  (producer) => {
    const header = new WebHeader()
    header.add('PS.csv', 1, `# This file was produced by ${producer}`)
    expect(header.facts).toEqual({ producer })
  },
)

test('a file without such lines says nothing of itself', () => {
  expect(new WebHeader().facts).toEqual({})
})
