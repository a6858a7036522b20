import { z } from 'zod'
import { nearestNames } from '../../core/text/nearest.ts'
import { didYouMean, mustBe, quoteForMessage } from '../../core/text/quote-for-message.ts'
import { hasDefaultFlag, type Manifest } from '../../format/manifest.ts'
import { joinErrorMessages, RequestError } from '../results/faults.ts'

interface Argument {
  readonly name: string
  readonly description: string
  readonly required: boolean
  /** For an integer: the maximum. If absent, the argument is a text. */
  readonly maximum?: number
}

/** Maximum length of an argument, in characters: enough for a claim or a list of criteria, but not for a document. */
const MAX_TEXT = 2_000

interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly Argument[]
  /** The user's message; every required argument is present. */
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
    description: 'Known properties of one planet, their uncertainties, and disagreements between references.',
    arguments: [{ name: 'planet', description: 'Name of the planet, for example TRAPPIST-1 e', required: true }],
    message: ({ planet }) =>
      `Write a profile of the exoplanet ${planet} from the catalog. Call get_planet, which has its exact name, the chosen values and how far references differ; then read all its rows with download_detail (entity exoplanet, format csv). Give discovery, orbit, size, mass, temperature and host star, each with unit and uncertainty. Say which values are only limits or minimum masses (Msini), where references disagree by more than their uncertainties, and what is not known. Name the references, and the archive's date from health.`,
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
      {
        name: 'count',
        description: 'How many planets to show, 1 to 100; 10 by default',
        required: false,
        maximum: 100,
      },
    ],
    message: ({ criteria, count = '10' }, manifest) =>
      `Find exoplanets in the catalog that meet these criteria: ${criteria}. First see whether an insight answers it (list_insights). If none does, look up the columns with describe_catalog, say how you translate each criterion into a condition, and run one query_catalog call. ${oneRow(manifest)}Leave out values that are only limits, treat null as unknown, and say how many planets were left out for lack of a value. Show the first ${count.trim()} as a table with units, and the SQL below it.`,
  },
  {
    name: 'check_claim',
    title: 'Check a claim',
    description: 'Tests a statement about exoplanets against the catalog.',
    arguments: [
      {
        name: 'claim',
        description: 'The statement, for example: most known planets were found by transits',
        required: true,
      },
    ],
    message: ({ claim }, manifest) =>
      `Check this claim against the catalog: "${claim}". Say what would have to be counted or measured, look up the columns with describe_catalog, and let query_catalog compute it; do not count rows yourself. ${oneRow(manifest)}Say whether the claim holds, gives the wrong number, or cannot be decided here; what selection effects or missing values could change the verdict; and quote the SQL and the archive's date.`,
  },
]

export const PROMPT_ENTRIES: PromptEntry[] = PROMPTS.map(({ name, title, description, arguments: args }) => ({
  name,
  title,
  description,
  arguments: args.map((argument) => ({
    name: argument.name,
    description: argument.description,
    required: argument.required,
  })),
}))

/** The error in the value of an argument; undefined if it is valid. */
function valueFault({ name, maximum }: Argument, value: string): string | undefined {
  if (maximum !== undefined) {
    const isNumber = /^[0-9]{1,9}$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= maximum
    return isNumber ? undefined : `The argument ${mustBe(name, `an integer from 1 to ${maximum}`, value)}`
  }
  return value.length <= MAX_TEXT
    ? undefined
    : `The argument "${name}" is ${value.length} characters long; the maximum is ${MAX_TEXT}.`
}

/** The given arguments without empty ones. Unknown and invalid arguments throw a RequestError. */
function readArguments(prompt: Prompt, args: unknown): Readonly<Record<string, string>> {
  const all = z.record(z.string(), z.string()).parse(args ?? {})
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value.trim() !== ''))
  const names = prompt.arguments.map(({ name }) => name)
  const faults = Object.entries(given).flatMap(([name, value]) => {
    const argument = prompt.arguments.find((candidate) => candidate.name === name)
    if (argument === undefined)
      return [
        `Unknown argument ${quoteForMessage(name)} of the prompt ${prompt.name}.${didYouMean(nearestNames(name, names))}`,
      ]
    return valueFault(argument, value) ?? []
  })
  const missing = prompt.arguments
    .filter(({ name, required }) => required && given[name] === undefined)
    .map(({ name, description }) => `The prompt ${prompt.name} needs the argument "${name}": ${description}.`)
  const wrong = [...faults, ...missing]
  if (wrong.length > 0)
    throw new RequestError(
      'invalid_params',
      joinErrorMessages(wrong, (fault) => fault),
    )
  return given
}

/** A prompt with its arguments filled in. */
export function getPrompt(name: string, args: unknown, manifest: Manifest): PromptText {
  const prompt = PROMPTS.find((candidate) => candidate.name === name)
  if (prompt === undefined)
    throw new RequestError(
      'invalid_params',
      `Unknown prompt ${quoteForMessage(name)}; the prompts are ${PROMPTS.map((candidate) => candidate.name).join(', ')}.`,
    )
  return {
    description: prompt.description,
    messages: [
      { role: 'user', content: { type: 'text', text: prompt.message(readArguments(prompt, args), manifest) } },
    ],
  }
}
