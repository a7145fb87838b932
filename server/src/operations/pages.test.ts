import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildScript } from './pages.ts'

test('pages that are missing are built by a script that is there', () => expect(existsSync(buildScript)).toBe(true))
