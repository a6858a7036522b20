import { VERSION } from '../../core/version.ts'

/** What the service calls itself to clients of the Virtual Observatory. */
export const SERVER_HEADER = `exoplanet-catalog/${VERSION}`
