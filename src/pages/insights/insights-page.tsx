/** @jsxImportSource preact */
import type { InsightDescriptor } from '../../core/answers/insight.ts'
import { INSIGHT_CATEGORIES, type InsightCategory } from '../../format/insight.ts'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'

export const INSIGHTS_PATH = '/insights'

const NAMES: Readonly<Record<InsightCategory, string>> = {
  exoplanets: 'Planets',
  stellarhosts: 'Host stars',
  population: 'Planets as a population',
  systems: 'Systems',
  relationships: 'Planets and their stars',
  provenance: 'Where values come from',
}

/** The path of an insight's page, encoded. */
export function insightPath(slug: string): string {
  return `${INSIGHTS_PATH}/${encodeURIComponent(slug)}`
}

/** All insights, grouped by subject. */
export function InsightsPage({ list }: { readonly list: readonly InsightDescriptor[] }) {
  const { href } = useSite()
  return (
    <Page
      title="Insights"
      description="Common questions about exoplanets and their host stars, with answers computed from the archive."
      path={INSIGHTS_PATH}
      json="/rest/insights"
    >
      <h1>Insights</h1>
      <p>
        Common questions about the archive. Each answer comes with its SQL, the rows set aside with the reasons, and
        caveats. <a href={href('/plots')}>Plots</a> show whole populations.
      </p>
      {INSIGHT_CATEGORIES.map((category) => (
        <Group key={category} name={NAMES[category]} list={list.filter((insight) => insight.category === category)} />
      ))}
    </Page>
  )
}

function Group({ name, list }: { readonly name: string; readonly list: readonly InsightDescriptor[] }) {
  const { href } = useSite()
  if (list.length === 0) return null
  return (
    <>
      <h2>{name}</h2>
      <ul class="titles">
        {list.map(({ slug, title, description }) => (
          <li key={slug}>
            <a href={href(insightPath(slug))}>{title}</a>
            <br />
            <span class="small soft">{description}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
