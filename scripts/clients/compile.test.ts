import { expect, test } from 'vitest'
import { areInstalled, compileClient, generatorNames, publishedDocument } from './compile.ts'

// 8,700 files for what few need: they are installed apart, see decision 0014.
test.skipIf(!areInstalled).each(generatorNames)(
  'a client that %s makes from the document compiles',
  async (generator) => {
    expect(await compileClient(generator, await publishedDocument())).toBe('')
  },
  120_000,
)
