import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['acceptance/**/*.test.ts'],
    globalSetup: ['acceptance/setup.ts'],
    setupFiles: ['acceptance/conformance.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 45_000,
    hookTimeout: 60_000,
  },
})
