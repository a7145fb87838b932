import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['web/e2e/**/*.test.ts'], pool: 'forks', maxWorkers: 1, testTimeout: 30_000, hookTimeout: 60_000 },
})
