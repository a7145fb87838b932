import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const data = '/usr/share/routino'

/**
 * Path of Routino's router: the variable ROUTINO, otherwise the usual place. Tests that need it are skipped without it,
 * or if the variable is empty.
 */
export function findRoutino(): string | undefined {
  const chosen = process.env.ROUTINO
  const places = chosen === undefined ? ['/usr/bin/routino-router'] : [chosen]
  return places.find((path) => path !== '' && existsSync(path))
}

/**
 * A real engine with its own map, behind an adapter for OSRM's `/table`: a route of the router for each pair, by
 * default for heavy lorries.
 * @param map in the XML form of OpenStreetMap
 */
export async function startRoutino(router: string, map: string) {
  const folder = await mkdtemp(join(tmpdir(), 'cartage-routino-'))
  const file = join(folder, 'map.osm')
  await writeFile(file, map)
  const database = [`--dir=${folder}`, '--prefix=t']
  await run(join(dirname(router), 'planetsplitter'), [...database, `--tagging=${data}/tagging.xml`, file])
  const server = createServer((request, response) => {
    void answer(request.url ?? '').then((body) => response.end(JSON.stringify(body)))
  })

  async function answer(path: string) {
    const [, profile, coordinates] = /^\/table\/v1\/([^/]+)\/([^?]+)/.exec(path)!
    const [from, ...targets] = coordinates!.split(';').map((pair) => pair.split(','))
    const routes = await Promise.all(targets.map((target) => route(profile!, from!, target)))
    return {
      code: 'Ok',
      distances: [routes.map((found) => found?.metres ?? null)],
      durations: [routes.map((found) => found?.seconds ?? null)],
    }
  }

  /** Sums the sections that the router prints as text; undefined when it finds no road. */
  async function route(profile: string, [lon1, lat1]: string[], [lon2, lat2]: string[]) {
    const files = [`--profiles=${data}/profiles.xml`, `--translations=${data}/translations.xml`]
    const places = [`--lat1=${lat1}`, `--lon1=${lon1}`, `--lat2=${lat2}`, `--lon2=${lon2}`]
    const output = ['--quickest', '--output-text', '--output-stdout', '--quiet']
    const transport = `--transport=${profile === 'driving' ? 'hgv' : profile}`
    try {
      const { stdout } = await run(router, [...database, transport, ...files, ...places, ...output])
      const sections = [...stdout.matchAll(/([\d.]+) km\s+([\d.]+) min\s+[\d.]+ km/g)]
      const sum = (part: number) => sections.reduce((total, section) => total + Number(section[part]), 0)
      return { metres: Math.round(sum(1) * 1_000), seconds: Math.round(sum(2) * 60) }
    } catch {
      return undefined
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
