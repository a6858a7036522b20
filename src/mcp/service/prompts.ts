import { z } from 'zod'
import { hasDefaultFlag, type Manifest } from '../../format/manifest.ts'
import { RequestFault } from '../results/faults.ts'

interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[]
  /** The user's message; every required argument is there. */
  message(values: Readonly<Record<string, string>>, manifest: Manifest): string
}

export type PromptEntry = {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean }[]
}
export type PromptText = {
  description: string
  messages: { role: 'user'; content: { type: 'text'; text: string } }[]
}

function oneRow(manifest: Manifest): string {
  return hasDefaultFlag(manifest) ? 'Use default_flag = 1 for one row per planet. ' : ''
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'profile_planet',
    title: 'Profile of a planet',
    description: 'What is known of one planet, how well, and where its references disagree.',
    arguments: [{ name: 'planet', description: 'Name of the planet, for example TRAPPIST-1 e', required: true }],
    message: ({ planet }) =>
      `Write a profile of the exoplanet ${planet} from the catalogue. Find its exact pl_name with query_catalog (LIKE, if need be), then read all its rows with download_detail (entity exoplanet, format csv). Give discovery, orbit, size, mass, temperature and host star, each with unit and uncertainty. Say which values are only limits or minimum masses (Msini), where references disagree by more than their uncertainties, and what is not known. Name the references, and the archive's date from health.`,
  },
  {
    name: 'find_planets',
    title: 'Find planets by criteria',
    description: 'Turns criteria in plain words into SQL, runs it, and explains the list.',
    arguments: [
      {
        name: 'criteria',
        description: 'What to look for, for example rocky planets within 15 parsec that transit',
        required: true,
      },
      { name: 'count', description: 'How many planets to show; 10 by default', required: false },
    ],
    message: ({ criteria, count = '10' }, manifest) =>
      `Find exoplanets in the catalogue that meet these criteria: ${criteria}. First see whether an insight answers it (list_insights). If none does, look up the columns with describe_catalog, say how you translate each criterion into a condition, and run one query_catalog call. ${oneRow(manifest)}Leave out values that are only limits, treat null as unknown, and say how many planets were left out for lack of a value. Show the first ${count} as a table with units, and the SQL below it.`,
  },
  {
    name: 'check_claim',
    title: 'Check a claim',
    description: 'Tests a statement about exoplanets against the catalogue.',
    arguments: [
      {
        name: 'claim',
        description: 'The statement, for example: most known planets were found by transits',
        required: true,
      },
    ],
    message: ({ claim }, manifest) =>
      `Check this claim against the catalogue: "${claim}". Say what would have to be counted or measured, look up the columns with describe_catalog, and let query_catalog compute it; do not count rows yourself. ${oneRow(manifest)}Say whether the claim holds, gives the wrong number, or cannot be decided here; what selection effects or missing values could change the verdict; and quote the SQL and the archive's date.`,
  },
]

export const PROMPT_ENTRIES: PromptEntry[] = PROMPTS.map(({ name, title, description, arguments: args }) => ({
  name,
  title,
  description,
  arguments: args.map((argument) => ({ ...argument })),
}))

const values = z.record(z.string(), z.string())

/** A prompt with its arguments filled in. */
export function getPrompt(name: string, args: unknown, manifest: Manifest): PromptText {
  const prompt = PROMPTS.find((candidate) => candidate.name === name)
  if (prompt === undefined)
    throw new RequestFault(
      'invalid_params',
      `There is no such prompt; the prompts are ${PROMPTS.map((candidate) => candidate.name).join(', ')}.`,
    )
  const given = Object.fromEntries(Object.entries(values.parse(args ?? {})).filter(([, value]) => value.trim() !== ''))
  const missing = prompt.arguments.find((argument) => argument.required && given[argument.name] === undefined)
  if (missing !== undefined)
    throw new RequestFault(
      'invalid_params',
      `The prompt ${name} needs the argument "${missing.name}": ${missing.description}.`,
    )
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.message(given, manifest) } }],
  }
}
