import packageJson from '../package.json' with { type: 'json' }

/** The version of this server, as backups and `cartage --version` state it. */
export const version: string = packageJson.version
