import { join } from 'node:path'
import type { Setting } from './setting.ts'

/** Default data folder of all commands: next to `src`, regardless of the current directory. */
export const DEFAULT_DATA_DIR = join(import.meta.dir, '../../dist-data')

/** The setting of the data folder, the same variable for all commands. */
export function dataDirSetting(flag: string, help: string): Setting<string> {
  return {
    name: 'DATA_DIR',
    flag,
    default: DEFAULT_DATA_DIR,
    defaultInWords: 'dist-data',
    range: 'text',
    help,
    parse: (value) => value,
  }
}
