import { previewOrder } from '@cartage/contract/charges/app/preview'
import { type Server, serve } from '../../http/serve.ts'
import { readPreview } from './commands.ts'

/** Binds the preview while an order is entered. */
export function serveOrderPreview(server: Server): void {
  serve(server, previewOrder, ({ caller, body, render, inTenant }) =>
    inTenant((tx) =>
      readPreview(server.ctx, tx, {
        order: body.order,
        customerId: body.customer_id ?? null,
        except: body.except ?? null,
        seesPrice: caller.permissions.includes('charge.read'),
        render,
      }),
    ),
  )
}
