import {
  changeLocations,
  countLocationRecords,
  exportLocationList,
  listLocationRecords,
} from '@cartage/contract/locations/app/list'
import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { byCaller } from '../audit/rules.ts'
import { type CsvColumns, sendCsv, walkRows } from '../http/csv.ts'
import { itself } from '../http/each.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { archiveLocation, mergeLocation, restoreLocation } from './commands.ts'
import { countLocations, locations } from './window.views.ts'

/** Binds the list of locations: its pages, counts, file, and bulk actions. */
export function serveLocationList(server: Server): void {
  const { ctx } = server
  serve(server, listLocationRecords, async ({ query, inTenant }) => {
    const { sort, offset, limit, ...filters } = query
    return inTenant((tx) => locations.open(tx, filters, undefined).window({ sort, offset, limit }))
  })
  serve(server, countLocationRecords, ({ query, inTenant }) => inTenant((tx) => countLocations(tx, query)))
  serve(server, exportLocationList, ({ caller, query, reply }) => {
    const chunks = walkRows(ctx, caller.tenantId, locations, { filters: query, given: undefined })
    return sendCsv(reply, 'locations', columns, chunks)
  })
  serve(server, changeLocations, async ({ caller, requestId, body, doEach }) => {
    const { action, into, ids } = body
    if (action === 'merge' && into === undefined) {
      const item = errorItem('into', 'is required to merge: choose the location to keep', 'missing')
      throw new Problem('validation_failed', { errors: [item] })
    }
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    const items = await doEach(ids, itself, async (id) => {
      if (action === 'archive') return archiveLocation(ctx, command, id)
      if (action === 'restore') return restoreLocation(ctx, command, id)
      return mergeLocation(ctx, command, id, into!)
    })
    return { items }
  })
}

const columns: CsvColumns<LocationRecord> = {
  name: (row) => row.name,
  display_name: (row) => row.display_name,
  code: (row) => row.code,
  external_id: (row) => row.external_id,
  address: (row) => row.address,
  address_second_line: (row) => row.address_second_line,
  postal_code: (row) => row.postal_code,
  city: (row) => row.city,
  state: (row) => row.state,
  country: (row) => row.country,
  latitude: (row) => row.latitude,
  longitude: (row) => row.longitude,
  is_coordinate_estimate: (row) => row.is_coordinate_estimate,
  opening_hours: (row) => row.opening_hours,
  description: (row) => row.description,
  is_archived: (row) => row.is_archived,
  merged_into: (row) => row.merged_into,
  updated_at: (row) => row.updated_timestamp,
  location_id: (row) => row.id,
}
