import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildScript } from './pages.ts'

test('missing pages are built by an existing script', () => expect(existsSync(buildScript)).toBe(true))
