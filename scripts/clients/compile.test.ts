import { expect, test } from 'vitest'
import { compileClient, generatorNames } from './compile.ts'

/** Driver schema for creation, whose name differs only by a hyphen from a trip's driver. */
const drivers: Readonly<Record<string, string>> = {
  'openapi-typescript': `import type { components } from './openapi'
type Driver = components['schemas']['DriverResourceInput']`,
  '@hey-api/openapi-ts': `import type { DriverResourceInput2 as Driver } from './client'`,
  orval: `import type { DriverResourceInput as Driver } from './openapi'`,
}

const use = `
export const driver: Driver = { name: 'An', driver: { first_name: 'An' } }
// @ts-expect-error: the driver of a trip has no such member, and takes anything under names it does not know.
export const wrong: Driver = { name: 'An', driver: 7 }
`

// 8,700 files that few need: installed separately, see decision 0014. scripts/clients.ts prints the reason if they are
// missing.
test.skipIf(process.env.WITHOUT_GENERATORS === '1').each(Object.keys(drivers))(
  'a client that %s makes from the document compiles, and knows the driver that is created from the driver of a trip',
  async (generator) => {
    expect(await compileClient(generator, `${drivers[generator]}${use}`)).toBe('')
  },
)

test('the guide has a command for each of them', () => {
  expect(generatorNames).toEqual(Object.keys(drivers))
})
