import type { Column } from '../../format/column.ts'
import { foldVariants, groupByTopic } from '../../objects/column-groups.ts'

/** The columns of a topic that can be shown for one object, without their companion columns. */
export interface Topic {
  readonly topic: string
  /** The column with the reference of its values. */
  readonly reference?: string
  readonly columns: readonly Column[]
}

/** Topics of a response about one object by importance: a response that is too long is truncated from the end. */
const REFERENCES: readonly (readonly [topic: string, reference?: string])[] = [
  ['Planet', 'pl_refname'],
  ['Discovery', 'disc_refname'],
  ['Star', 'st_refname'],
  ['System', 'sy_refname'],
  ['Position on the sky', 'sy_refname'],
  ['Names and catalog numbers'],
  ['Magnitudes of the system', 'sy_refname'],
  ['Other'],
]

/** Positions in forms other than `ra` and `dec`, and fields that the response shows at its beginning. */
const LEFT_OUT = /^(pl_name|pl_letter|hostname|sy_name|rastr|decstr|x|y|z|htm20|elon|elat)$/

/** The columns of a table by topic, in order of importance. */
export function topicsOf(columns: readonly Column[]): readonly Topic[] {
  const shown = foldVariants(columns).flatMap(({ column }) => (LEFT_OUT.test(column.name) ? [] : [column]))
  const byTopic = new Map(groupByTopic(shown, ({ name }) => name))
  return REFERENCES.flatMap(([topic, reference]) => {
    const members = byTopic.get(topic)
    return members === undefined ? [] : [{ topic, ...(reference === undefined ? {} : { reference }), columns: members }]
  })
}
