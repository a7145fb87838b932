// Gathers the texts of the web application and the sentences of the server into their catalogues: `npm run texts`. New
// ones come with an empty translation; `web/src/locales/catalogues.test.ts` and `scripts/sentences.test.ts` fail
// until they have one in every language.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { writeCatalogues } from './sentences.ts'

const root = resolve(import.meta.dirname, '..')
const lingui = resolve(root, 'node_modules/@lingui/cli/dist/lingui.js')
const statuses = ['lingui.config.ts', 'lingui.doors.config.ts'].map(
  (config) =>
    spawnSync(process.execPath, [lingui, 'extract', '--clean', '--config', config], {
      cwd: resolve(root, 'web'),
      stdio: 'inherit',
    }).status,
)
await writeCatalogues()
process.exitCode = statuses.find((status) => status !== 0) ?? 0
