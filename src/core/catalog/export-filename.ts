import type { ExportEntity, ExportFormat } from '../../format/export-pack.ts'

/** Characters that a file system or shell rejects in file names, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const UNSAFE = /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f]/g

/**
 * The file name of an export: `stellarhost-<hostname>.<format>` or `exoplanet-<pl_name>.<format>`. Spaces become `_` in a
 * planet's name and stay in a host's; unsafe characters become `_` in both.
 */
export function exportFilename(entity: ExportEntity, name: string, format: ExportFormat): string {
  const stem = entity === 'exoplanet' ? name.replaceAll(' ', '_') : name
  return `${entity}-${stem.replace(UNSAFE, '_')}.${format}`
}
