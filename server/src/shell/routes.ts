import { getMapTiles, tilesPath } from '@cartage/contract/app/map-tiles'
import { getCounts, search } from '@cartage/contract/app/shell'
import { type Server, serve } from '../http/serve.ts'
import { isSearchBehind } from '../search/views.ts'
import { serveDay } from './day.routes.ts'
import { serveSavedViews } from './saved-views.routes.ts'
import { searchAll } from './search.views.ts'
import { serveStandstills } from './standstills.routes.ts'
import { serveStream } from './stream.routes.ts'
import { readCounts } from './views.ts'

/** Registers the routes of the application frame: counts, search, and live changes. */
export function serveShell(server: Server): void {
  serve(server, getCounts, async ({ caller, inTenant }) =>
    inTenant((tx) => readCounts(tx, caller.permissions, server.ctx.now().getTime())),
  )
  serve(server, search, async ({ caller, query, inTenant }) =>
    inTenant(async (tx) => {
      const items = await searchAll(tx, caller.permissions, query.q, server.ctx.now())
      return items.length === 0 ? { items, is_behind: await isSearchBehind(tx) } : { items }
    }),
  )
  serve(server, getMapTiles, async () => {
    const { map_tiles: tiles } = server.ctx.config
    return { url: tiles === undefined ? null : 'url' in tiles ? tiles.url : tilesPath }
  })
  serveDay(server)
  serveSavedViews(server)
  serveStandstills(server)
  serveStream(server)
}
