import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['web/e2e/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    // The files share a session of the Super admin.
    isolate: false,
    // On two busy cores the browser may be slow. A test that passes the second time is reported as such.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // axe violations are in the failure message, which is all that the last lines of a run show.
    chaiConfig: { truncateThreshold: 2000 },
    expect: { poll: { timeout: 10_000 } },
  },
})
