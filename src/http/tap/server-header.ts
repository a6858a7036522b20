import { VERSION } from '../../core/version.ts'

/** The service's name for clients of the Virtual Observatory. */
export const SERVER_HEADER = `exoplanet-catalog/${VERSION}`
