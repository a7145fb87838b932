import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installLocked } from './install.ts'

const scratch = mkdtempSync(join(tmpdir(), 'cartage-install-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** Folder with a lock file for one package, and a registry: npm takes the URL from its options. */
function folderWith(name: string, registry: string): { folder: string; options: string[] } {
  const folder = join(scratch, name)
  mkdirSync(folder)
  const dependencies = { nothing: '1.0.0' }
  const locked = { version: '1.0.0', resolved: 'https://registry.example/nothing/-/nothing-1.0.0.tgz' }
  const packages = { '': { dependencies }, 'node_modules/nothing': locked }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
  return {
    folder,
    options: [`--registry=${registry}`, '--replace-registry-host=always', `--cache=${join(scratch, 'cache')}`],
  }
}

describe('the client generators', () => {
  test.each([
    ['an address where nothing listens', 'http://127.0.0.1:9'],
    ['a name that leads nowhere', 'http://registry.invalid'],
  ])('are left out when the registry is %s', async (name, registry) => {
    const { folder, options } = folderWith(name, registry)
    expect(await installLocked(folder, options)).toBe(false)
  })

  describe('are not left out when the registry answers', () => {
    const registry = createServer((request, response) => {
      if (request.url?.endsWith('.tgz')) return response.writeHead(404).end()
      const versions = { '2.0.0': { name: 'nothing', version: '2.0.0', dist: {} } }
      return response.end(JSON.stringify({ name: 'nothing', versions, 'dist-tags': { latest: '2.0.0' } }))
    })
    beforeAll(() => new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve)))
    afterAll(() => void registry.close())
    const address = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`

    test('but lacks the packages of the lock file', async () => {
      const { folder, options } = folderWith('missing', address())
      await expect(installLocked(folder, options)).rejects.toThrow('code E404')
    })

    test('but the lock file belongs to another folder', async () => {
      const { folder, options } = folderWith('changed', address())
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { nothing: '2.0.0' } }))
      await expect(installLocked(folder, options)).rejects.toThrow('code EUSAGE')
    })
  })
})
