/** @jsxImportSource preact */
import { describe, expect, test } from 'bun:test'
import { renderToString } from 'preact-render-to-string'
import { Value } from '../../../../src/pages/components/value.tsx'

/** What a reader sees of a value. */
const shown = (row: Record<string, number | null>): string =>
  renderToString(<Value row={row} column="st_rad" unit="Rsun" />)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll(/\s+/g, ' ')

describe('a value', () => {
  test('has its errors, with as many digits as the archive gives', () => {
    expect(shown({ st_rad: 0.12, st_raderr1: 0.01, st_raderr2: -0.01 })).toBe('0.12 ± 0.01 R☉')
    expect(shown({ st_rad: 0.12, st_raderr1: 0.01, st_raderr2: -0.02 })).toBe('0.12+0.01 −0.02 R☉')
    expect(shown({ st_rad: 0.12, st_radlim: 1 })).toBe('<0.12 R☉')
    expect(shown({ st_rad: 1.51087081, st_raderr1: 6e-7, st_raderr2: -6e-7 })).toBe('1.51087081 ± 0.0000006 R☉')
    expect(shown({ st_rad: 2.5e-12 })).toBe('2.5 × 10⁻¹² R☉')
    expect(shown({ st_rad: -1e21 })).toBe('−1 × 10²¹ R☉')
  })

  test('has an error of 0 as the archive gives it, set apart because it measures nothing', () => {
    expect(shown({ st_rad: 0.12, st_raderr1: 0, st_raderr2: -0 })).toBe('0.12 ± 0 R☉')
    expect(shown({ st_rad: 0.12, st_raderr1: 0, st_raderr2: null })).toBe('0.12+0 −? R☉')
    expect(shown({ st_rad: 0.12, st_raderr1: null, st_raderr2: 0 })).toBe('0.12+? −0 R☉')
    expect(shown({ st_rad: 0.12, st_raderr1: 0.01, st_raderr2: 0 })).toBe('0.12+0.01 −0 R☉')
    expect(shown({ st_rad: 0.12 })).toBe('0.12 R☉')
    const isSetApart = (row: Record<string, number | null>) =>
      renderToString(<Value row={row} column="st_rad" />).includes('title="The archive lists an uncertainty of 0')
    expect(isSetApart({ st_rad: 0.12, st_raderr1: 0, st_raderr2: 0 })).toBe(true)
    expect(isSetApart({ st_rad: 0.12, st_raderr1: null, st_raderr2: 0 })).toBe(true)
    expect(isSetApart({ st_rad: 0.12, st_raderr1: 0.01, st_raderr2: 0 })).toBe(false)
  })

  test('is text, whatever the column is called and whatever the cell holds', () => {
    const column = 'a"><script>&'
    const row = { [column]: '<img>', [`${column}err1`]: 1, [`${column}err2`]: -2 }
    for (const unit of [undefined, '<b>']) {
      const html = renderToString(<Value row={row} column={column} unit={unit} rowNumber={3} />)
      expect(html).not.toMatch(/<script|<img|<b>/)
      expect(html).toContain('data-column="a&quot;&gt;&lt;script&gt;&amp;" data-row="3">&lt;img&gt;<')
    }
  })
})
