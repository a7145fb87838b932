import { existsSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }

/** The version of this server, as backups and `cartage --version` state it. */
export const version: string = packageJson.version

/** How a person calls the command `cartage` here: in a release there is no npx. */
export const commandName = existsSync(join(import.meta.dirname, '../../release.json')) ? 'bin/cartage' : 'npx cartage'
