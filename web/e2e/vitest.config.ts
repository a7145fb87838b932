import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['web/e2e/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    // The files share a session of the Super admin.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
