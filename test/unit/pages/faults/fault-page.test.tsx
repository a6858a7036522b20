import { expect, test } from 'bun:test'
import { FaultPage, type FaultPageProps } from '../../../../src/pages/faults/fault-page.tsx'
import { outline, rendered } from '../../../fixtures/pages/rendered.ts'

const html = (status: number, props: Partial<FaultPageProps> = {}) =>
  rendered(
    <FaultPage
      problem={{ status, code: 'a_code' } as unknown as FaultPageProps['problem']}
      detail="It failed."
      path="/a"
      {...props}
    />,
  )
const lines = (...args: Parameters<typeof html>) => outline(html(...args)).split('\n')

test.each([
  [400, 'Invalid request'],
  [405, 'Method not allowed'],
  [406, 'Format not available'],
  [408, 'Time limit exceeded'],
  [500, 'Internal error'],
  [503, 'Service unavailable'],
  [413, 'Error'],
])('a status of %d is said in words, with the code for a report', (status, heading) => {
  expect(lines(status)).toEqual([heading, 'It failed. (a_code)', '[Home page](../)'])
  expect(html(status)).toContain(`<title>${heading} · `)
  expect(html(status)).toContain('noindex')
})

test('a page that is not there offers a search, similar pages and a list', () => {
  const suggestions = [
    { name: 'A b', path: '/exoplanets/A%20b' },
    { name: 'A', path: '/stellarhosts/A' },
  ]
  expect(lines(404, { query: 'a', suggestions, list: { name: 'All planets', path: '/exoplanets' } })).toEqual([
    'Page not found',
    'It failed.',
    'Did you mean',
    '[A b](../exoplanets/A%20b)',
    '[A](../stellarhosts/A)',
    'Search',
    'Planet or star',
    '{q=a}',
    'Search',
    '[All planets](../exoplanets)',
    '[Home page](../)',
  ])
  expect(lines(404)).not.toContain('Did you mean')
})
