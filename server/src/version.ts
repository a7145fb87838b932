import packageJson from '../package.json' with { type: 'json' }

/** The version of this server, as the OpenAPI document, backups and `cartage --version` state it. */
export const version: string = packageJson.version
