import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const packages = join(import.meta.dirname, 'node_modules')

/** Whether the generators are installed: `npm ci --prefix scripts/clients`. */
export const areInstalled = existsSync(join(packages, 'typescript'))

/** How each generator is called with the document and a folder, and what it writes. */
const generators: Readonly<Record<string, (document: string, folder: string) => string[]>> = {
  'openapi-typescript': (document, folder) => ['openapi-typescript/bin/cli.js', document, '-o', `${folder}/schema.ts`],
  '@hey-api/openapi-ts': (document, folder) => ['@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', folder],
  orval: (document, folder) => [
    'orval/dist/bin/orval.mjs',
    '-i',
    document,
    '-o',
    `${folder}/client.ts`,
    '--client',
    'fetch',
  ],
}

/** Names of the generators. */
export const generatorNames = Object.keys(generators)

/**
 * Generates a client of the interface and compiles it in strict mode.
 * @returns what the compiler finds wrong; empty when it compiles
 * @throws Error when the generator refuses the document
 */
export async function compileClient(generator: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cartage-client-'))
  try {
    const document = join(folder, 'openapi.json')
    await writeFile(document, text)
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const [program, ...rest] = generators[generator]!(document, join(folder, 'client'))
    await run(process.execPath, [join(packages, program!), ...rest], { cwd: folder, maxBuffer: 1 << 24 })
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], target: 'es2022', module: 'esnext' },
      ...{ moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'] },
    }
    const project = join(folder, 'tsconfig.json')
    await writeFile(project, JSON.stringify({ compilerOptions, include: ['client'] }))
    return await run(process.execPath, [join(packages, 'typescript/bin/tsc'), '-p', project], { cwd: folder }).then(
      ({ stdout }) => stdout,
      (failure: { stdout?: string; message: string }) => failure.stdout || failure.message,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The document as it is published. */
export async function publishedDocument(): Promise<string> {
  return await readFile(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')
}
