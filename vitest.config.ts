import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { textMacros } from './web/text-macros.ts'

/** Files that take longest although they are short, so that none of them is left over at the end. */
const longest = [
  'server/src/cross-tenant.test.ts',
  'server/src/cli.test.ts',
  'server/src/db/embedded/database.test.ts',
  'server/src/cli/tenants/config.test.ts',
  'server/src/documents/streaming.test.ts',
  'server/src/process/main.test.ts',
]

/**
 * A worker ends where a file of another project follows, so the files of one project stay together: the server is loaded
 * once by each worker. Parts of the pages come last. They wait for nothing, and so fill both cores when the other stages
 * are over; what waits for processes and databases runs next to those.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(path))
    const turnOf = (file: TestSpecification) => (file.project.name === 'pages' ? 2 : isLong(file) ? 0 : 1)
    return (await super.sort(files)).toSorted((one, other) => turnOf(one) - turnOf(other))
  }
}

export default defineConfig({
  plugins: [textMacros()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'contract/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'client/src/**/*.test.ts',
            'seeds/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          // A stage of its own: it installs what it needs.
          exclude: ['**/node_modules/**', 'scripts/clients/**'],
          globalSetup: ['server/src/testing/global-setup.ts'],
        },
      },
      // Parts of the pages, drawn in a document without a browser. They need no database.
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['web/src/testing/document.ts'],
        },
      },
    ],
    pool: 'forks',
    // One more than the cores of a small machine: files of the server wait for databases and processes half of their time.
    maxWorkers: 3,
    // As the server runs (bin/cartage.js): what a test makes is gone before it is moved about, a tenth of the work.
    execArgv: ['--max-semi-space-size=64'],
    // The server is loaded once by each worker, not by each file: a file has a database and a server of its own, and
    // nothing else is kept between tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Only stops a test that hangs: at the start of `npm test` all stages compete for the cores.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // A second, which is the rule, is little on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
})
