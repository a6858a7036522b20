import packageJson from '../../package.json' with { type: 'json' }

/** Version of the service and of its API description. */
export const VERSION: string = packageJson.version
