import { EXIT_LOCKED, type Outcome } from '../../src/command-line/run-command.ts'
import { ArchiveError } from '../archive/archive.ts'
import { LockedError } from '../data-folder/lock.ts'

/** Outcomes of commands that build and do not succeed. */
export const ARCHIVE_OUTCOMES: readonly Outcome[] = [
  { exitCode: 4, meaning: 'the archive cannot be built; the snapshot is unchanged', errors: [ArchiveError] },
  { exitCode: EXIT_LOCKED, meaning: 'another build or refresh is running', errors: [LockedError] },
]
