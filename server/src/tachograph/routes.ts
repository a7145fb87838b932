import { uploadDriverCard } from '@cartage/contract/tachograph/app'
import { byCaller } from '../audit/rules.ts'
import { readFile, serveMultipart } from '../http/body/multipart.ts'
import type { Server } from '../http/serve.ts'
import { takeCard } from './commands.ts'
import { largestUnit } from './unit/rules.ts'

/** Registers the tachograph routes of our own application. */
export function serveTachograph(server: Server): void {
  serveMultipart(server, uploadDriverCard, async ({ caller, requestId, request }) => {
    const parts: Uint8Array[] = []
    let type = ''
    await readFile(request, largestUnit, async ({ mediaType, bytes }) => {
      type = mediaType
      for await (const part of bytes) parts.push(part)
    })
    const by = byCaller(caller, requestId)
    const file = { bytes: Buffer.concat(parts), mediaType: type }
    const taken = await takeCard(server.ctx, { tenantId: caller.tenantId, by }, file)
    const { errors, first_day, last_day } = taken
    const driver = 'driver' in taken ? (taken.driver ?? null) : null
    const { plate = null, drivers = driver ? [driver] : [] } = 'drivers' in taken ? taken : {}
    return {
      ...{ reason: errors?.[0]?.error_message ?? null, driver, plate, drivers },
      ...{ first_day: first_day ?? null, last_day: last_day ?? null },
    }
  })
}
