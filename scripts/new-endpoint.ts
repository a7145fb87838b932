// Scaffolds an endpoint:
// npm run new-endpoint trips getTripNotes GET /v1/trips/trip/{trip_id}/notes
// Adds the record to the contract, an empty handler, and a test that fails until the handler is implemented.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Parsed arguments. */
interface Arguments {
  /** Feature: folder of the server, file or folder of the contract. */
  noun: string
  /** Operation id: verb and noun. */
  id: string
  method: string
  path: string
}

/** @throws Error that explains invalid arguments */
function readArguments([noun = '', id = '', method = '', path = '']: string[]): Arguments {
  if (!/^[a-z][a-z-]*$/.test(noun)) throw new Error('First comes the feature in lower case, such as trips.')
  if (!/^[a-z]+[A-Z]\w+$/.test(id))
    throw new Error('Second comes the operation id: verb and noun, such as getTripNotes.')
  if (!methods.includes(method)) throw new Error(`Third comes the method: ${methods.join(', ')}.`)
  if (!/^(\/([a-z0-9_-]+|\{[a-z_]+\}))+$/.test(path)) {
    throw new Error('Last comes the path, such as /v1/trips/trip/{trip_id}/notes.')
  }
  return { noun, id, method, path }
}

function read(path: string): string | undefined {
  const full = join(root, path)
  return existsSync(full) ? readFileSync(full, 'utf8') : undefined
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  console.log(`wrote ${path}`)
}

/** `contract/src/trips/endpoints.ts` when the noun has a folder, else `contract/src/trips/endpoints.ts`. */
function contractModule({ noun }: Arguments): string {
  return existsSync(join(root, 'contract/src', noun)) ? `${noun}/endpoints` : noun
}

function pascal(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1)
}

/** `get trip costs` from getTripNotes. */
function inWords(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Inserts a line after the last import of `text`, or at the top. */
function withImport(text: string, line: string): string {
  if (text.includes(line)) return text
  const lines = text.split('\n')
  const last = lines.findLastIndex((entry) => /^import .* from |^\} from /.test(entry))
  lines.splice(last + 1, 0, line)
  return lines.join('\n')
}

/** Adds a name to an import, or adds the import. */
function withName(text: string, name: string, module: string): string {
  const existing = new RegExp(`import \\{([^}]*)\\} from '${module.replace(/[.*]/g, '\\$&')}'`).exec(text)
  if (existing === null) return withImport(text, `import { ${name} } from '${module}'`)
  const names = existing[1]!
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const all = [...new Set([...names, name])].sort()
  return text.replace(existing[0], `import { ${all.join(', ')} } from '${module}'`)
}

function addToContract(input: Arguments): void {
  const module = contractModule(input)
  const path = `contract/src/${module}.ts`
  const up = module.includes('/') ? '../' : './'
  const before = read(path) ?? "import { z } from 'zod'\n"
  if (before.includes(`id: '${input.id}'`)) throw new Error(`${path} has ${input.id} already.`)
  let text = withName(before, 'endpoint', `${up}endpoint.ts`)
  text = withName(text, 'z', 'zod')
  const params = [...input.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  if (params.length > 0) text = withName(text, 'Uuid', `${up}scalars.ts`)
  write(path, `${text.trimEnd()}\n\n${recordOf(input, params)}`)
  addToIndex(input, module)
}

function recordOf({ id, method, path, noun }: Arguments, params: readonly string[]): string {
  const words = inWords(id)
  const members = params.map((name) => `${name}: Uuid.describe('Id from the path.')`).join(', ')
  const lines = [
    `/** TODO what comes back. */`,
    `export const ${pascal(id)}Output = z.object({}).meta({ id: '${pascal(id)}Output' })`,
    `export type ${pascal(id)}Output = z.output<typeof ${pascal(id)}Output>`,
    '',
    `/** TODO what it does, and the rule it implements. */`,
    `export const ${id} = endpoint({`,
    `  id: '${id}',`,
    `  method: '${method}',`,
    `  path: '${path}',`,
    `  tag: '${noun}',`,
    `  summary: '${words.charAt(0).toUpperCase()}${words.slice(1)}',`,
    `  auth: 'bearer',`,
    `  limit: 'general',`,
    `  since: '1.2.0',`,
    ...(params.length > 0 ? [`  params: z.object({ ${members} }),`] : []),
    ...(['POST', 'PUT', 'PATCH'].includes(method) ? [`  body: z.object({}),`] : []),
    `  response: ${pascal(id)}Output,`,
    `})`,
    '',
  ]
  return lines.join('\n')
}

function addToIndex({ id }: Arguments, module: string): void {
  const path = 'contract/src/index.ts'
  const text = withName(read(path)!, id, `./${module}.ts`)
  write(path, text.replace('\n} as const', `\n  ${id},\n} as const`))
}

function addToServer(input: Arguments): void {
  const { noun, id } = input
  const path = `server/src/${noun}/routes.ts`
  const serveName = `serve${pascal(noun)}`
  const fresh = `\n/** TODO what these endpoints are about. */\nexport function ${serveName}(server: Server): void {\n}\n`
  let text = read(path) ?? fresh
  text = withName(text, id, `@cartage/contract/${contractModule(input)}`)
  if (!text.includes('http/problem.ts')) text = withName(text, 'Problem', '../http/problem.ts')
  if (!text.includes('http/serve.ts')) text = withImport(text, "import { type Server, serve } from '../http/serve.ts'")
  const end = functionEnd(text, serveName)
  const before = text.slice(0, end)
  const gap = before.endsWith('{\n') ? '' : '\n'
  const stub = `  serve(server, ${id}, async () => {\n    throw new Problem('not_found')\n  })\n`
  write(path, `${before}${gap}${stub}${text.slice(end)}`)
}

/** Position of the closing brace of the exported function. */
function functionEnd(text: string, name: string): number {
  const start = text.indexOf(`export function ${name}(`)
  const end = start < 0 ? -1 : text.indexOf('\n}', start)
  if (end < 0) throw new Error(`The routes have no function ${name}: add it, then run this again.`)
  return end + 1
}

function addTest(input: Arguments): void {
  const { noun, id, path: url } = input
  const path = `server/src/${noun}/routes.test.ts`
  const fresh = `\nconst server = await startTestServer()\nafterAll(() => server.close())\n`
  let text = read(path) ?? fresh
  text = withName(text, id, `@cartage/contract/${contractModule(input)}`)
  text = withName(text, 'afterAll', 'vitest')
  text = withName(text, 'expect', 'vitest')
  text = withName(text, 'test', 'vitest')
  text = withName(text, 'startTestServer', '../testing/start-test-server.ts')
  const params = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: crypto.randomUUID()`)
  const request = params.length > 0 ? `{ params: { ${params.join(', ')} } }` : '{}'
  const lines = [
    `test('${id}: TODO the behaviour in a sentence, with the rule id first', async () => {`,
    `  const { call } = await server.tenant()`,
    `  // TODO make what is requested, then say what is expected.`,
    `  expect(await call(${id}, ${request})).toEqual({})`,
    `})`,
  ]
  write(path, `${text.trimEnd()}\n\n${lines.join('\n')}\n`)
}

try {
  const input = readArguments(process.argv.slice(2))
  addToContract(input)
  addToServer(input)
  addTest(input)
  console.log(`
Next:
  1. Fill the schemas of ${input.id} in contract/src/${contractModule(input)}.ts; describe every member.
  2. Write the test in server/src/${input.noun}/routes.test.ts, and one that another tenant gets 404.
  3. Fill the handler; SQL goes to views.ts or store.ts, decisions to rules.ts.
  4. A new feature: call serve${pascal(input.noun)}(server) in server/src/app.ts, in the order of the features.
  5. npm run format && npm run generate && npm test, and a line under Unreleased in CHANGELOG.md.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
