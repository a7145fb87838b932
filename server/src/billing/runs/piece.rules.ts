/** Maximum orders that a run considers for one piece. */
export const ordersAtOnce = 250
/** Orders of a piece, unless one company has more. */
const fewOrders = 100

/**
 * Combines orders of companies into a piece, without splitting a company: its document would be written twice. Only a
 * company with more orders than are considered at once is split.
 */
export function pieceOf<Order extends { company_id: string }>(found: readonly Order[]): readonly Order[] {
  const companies = [...Map.groupBy(found, ({ company_id }) => company_id).values()]
  const isCut = found.length >= ordersAtOnce && companies.length > 1
  const whole = isCut ? companies.slice(0, -1) : companies
  let piece: readonly Order[] = []
  for (const orders of whole) {
    if (piece.length > 0 && piece.length + orders.length > fewOrders) break
    piece = [...piece, ...orders]
  }
  return piece
}
