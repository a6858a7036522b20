import { describe, expect, spyOn, test } from 'bun:test'
import { readFlags, wantsHelp } from '../../../src/command-line/flags.ts'
import {
  type Command,
  EXIT_FAULT,
  EXIT_LOCKED,
  EXIT_NO_SNAPSHOT,
  EXIT_USAGE,
  runCommand,
} from '../../../src/command-line/run-command.ts'
import { integer, readSettings } from '../../../src/command-line/setting.ts'
import { UsageError } from '../../../src/command-line/usage-error.ts'

class BrokenError extends Error {}
class BusyError extends Error {}
class WornError extends Error {}

function commandThat(run: Command['run']): Command {
  return {
    failure: 'Work failed',
    help: () => 'Usage: work',
    success: 'done',
    faults: [BusyError],
    outcomes: [{ exitCode: 4, meaning: 'it is broken', errors: [BrokenError, WornError] }],
    run,
  }
}

async function outcomeOf(run: Command['run'], args: readonly string[] = []) {
  let [stdout, stderr] = ['', '']
  const out = spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += text
    return true
  })
  const err = spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr += text
    return true
  })
  try {
    return { exitCode: await runCommand(commandThat(run), args, {}), stdout, stderr }
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}

function failing(error: unknown) {
  return outcomeOf(async () => {
    throw error
  })
}

describe('a command', () => {
  test('ends with 0, or with what it gives', async () => {
    expect(await outcomeOf(async () => undefined)).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    expect((await outcomeOf(async () => 3)).exitCode).toBe(3)
  })

  test.each([
    ['UsageError', new UsageError('--x is empty.'), 2, 'Work failed: --x is empty.\n'],
    [
      'known error',
      new BrokenError('It is \u001b[31mbroken\nand bad.'),
      4,
      'Work failed: It is \\u001b[31mbroken\\nand bad.\n',
    ],
    ['error of the same outcome', new WornError('It is worn.'), 4, 'Work failed: It is worn.\n'],
    ['known fault', new BusyError('It is busy.'), 1, 'Work failed: It is busy.\n'],
    ['system error', Object.assign(new Error('ENOSPC: full'), { syscall: 'write' }), 1, 'Work failed: ENOSPC: full\n'],
    ['text', 'a text', 1, 'Work failed: a text\n'],
  ])('that throws a %s ends with the code of its kind and one line', async (_, error, exitCode, stderr) => {
    expect(await failing(error)).toEqual({ exitCode, stdout: '', stderr })
  })

  test('that throws anything else shows where', async () => {
    const { exitCode, stderr } = await failing(new TypeError('x is \u009bnot'))
    expect(exitCode).toBe(1)
    expect(stderr).toContain('x is \\u009bnot')
    expect(stderr).toContain('\n    at ')
  })

  test('lists its exit codes in its help, and then does nothing', async () => {
    const { exitCode, stdout } = await outcomeOf(async () => 9, ['--nonsense', '--help'])
    expect(exitCode).toBe(0)
    expect(stdout).toBe(
      'Usage: work\n\nExit codes:\n  0  done\n  1  internal or system error\n  2  invalid flag or setting\n  4  it is broken\n',
    )
    expect([wantsHelp(['-h']), wantsHelp([])]).toEqual([true, false])
  })
})

describe('settings', () => {
  const SETTINGS = { count: integer('A_COUNT', 5, [0, 9, ''], 'How many') }
  const read = (args: readonly string[], env: Record<string, string> = {}) =>
    readSettings(SETTINGS, readFlags(args, { values: ['a-count'], switches: ['now'] }), env).count

  test('come from a flag, else the environment, else the default', () => {
    expect([read([]), read([], { A_COUNT: '6' }), read(['--a-count', ' 7 '], { A_COUNT: '6' })]).toEqual([5, 6, 7])
    expect(() => read([], { A_COUNT: 'x' })).toThrow('A_COUNT must be an integer from 0 to 9, but is "x".')
    expect(() => read(['--a-count=x'])).toThrow('--a-count must be an integer from 0 to 9, but is "x".')
  })

  test('that are empty in the environment are as if they were not there', () => {
    expect(['', '  ', ' 6 '].map((text) => read([], { A_COUNT: text }))).toEqual([5, 5, 6])
  })

  test('have both of their bounds, in decimal digits', () => {
    expect([read(['--a-count=0']), read(['--a-count', '9'])]).toEqual([0, 9])
    for (const text of ['10', '-1', '1.0', '1e0', '0x1', '0000000000000005', '٣'])
      expect(() => read([], { A_COUNT: text })).toThrow(UsageError)
  })

  test('are refused in words of this program, also where a command takes words', () => {
    const refusalOf = (args: readonly string[], words: number): string => {
      try {
        readFlags(args, { values: ['a-count'], switches: ['now'], words })
        return ''
      } catch (error) {
        return error instanceof UsageError ? error.message : String(error)
      }
    }
    for (const words of [0, 1])
      for (const args of [['--b'], ['--a-count'], ['--now=1'], ['-x']]) {
        const refusal = refusalOf(args, words)
        expect(refusal).toEndWith('; --help lists the flags.')
        expect(refusal).toContain(args[0]!.replace('=1', ''))
        expect(refusal.match(/[.;]/g)).toEqual([';', '.'])
      }
    for (const args of [
      ['--a-count', '-1'],
      ['--a-count', '--now'],
    ])
      expect(refusalOf(args, 1)).toBe(
        'The value of --a-count is missing, or it begins with a dash: write --a-count=VALUE.',
      )
    expect(refusalOf(['one', 'two'], 1)).toBe("Unexpected argument 'two'; --help lists the flags.")
    expect(refusalOf(['one', '-'], 2)).toBe('')
  })

  test.each([[['--a-count=']], [['--a-count', '']], [['--a-count']], [['--b']], [['word']], [['--now=1']]])(
    'are refused from %j',
    (args) => {
      expect(() => read(args, { A_COUNT: '1' })).toThrow(UsageError)
    },
  )
})

test('the exit codes are those that the documentation names', () => {
  expect({ EXIT_FAULT, EXIT_USAGE, EXIT_NO_SNAPSHOT, EXIT_LOCKED }).toEqual({
    EXIT_FAULT: 1,
    EXIT_USAGE: 2,
    EXIT_NO_SNAPSHOT: 3,
    EXIT_LOCKED: 5,
  })
})
