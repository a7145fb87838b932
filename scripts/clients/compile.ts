import { execFile } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const packages = join(import.meta.dirname, 'node_modules')
const docs = join(import.meta.dirname, '../../docs')
const guide = readFileSync(join(docs, 'guides/clients.md'), 'utf8')

/** Command of each generator in the guide, run in a folder with the document. */
const commands = new Map([...guide.matchAll(/^npx (\S+) (.*)$/gm)].map(([, name, args]) => [name!, args!.split(' ')]))

/** Names of the generators. */
export const generatorNames = [...commands.keys()]

/**
 * Generates a client as in the guide, and compiles it in strict mode with a file that uses it.
 * @returns compiler errors; empty on success
 * @throws Error if the generator refuses the document
 */
export async function compileClient(generator: string, use: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cartage-client-'))
  try {
    cpSync(join(docs, 'openapi.json'), join(folder, 'openapi.json'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    for (const [, file, text] of guide.matchAll(/```js\n\/\/ (\S+)\n(.*?)```/gs)) {
      await writeFile(join(folder, file!), text!)
    }
    await run(process.execPath, [programOf(generator), ...commands.get(generator)!], {
      ...{ cwd: folder, maxBuffer: 1 << 24 },
    })
    await writeFile(join(folder, 'use.ts'), use)
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], target: 'es2022', module: 'esnext' },
      ...{ moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'] },
    }
    const project = join(folder, 'tsconfig.json')
    await writeFile(project, JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
    return await run(process.execPath, [join(packages, 'typescript/bin/tsc'), '-p', project], { cwd: folder }).then(
      ({ stdout }) => stdout,
      (failure: { stdout?: string; message: string }) => failure.stdout || failure.message,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The only program of a package, as npx runs it. */
function programOf(name: string): string {
  const { bin } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as {
    bin: { [name: string]: string }
  }
  return join(packages, name, Object.values(bin)[0]!)
}
