/** Orders that a run looks at for one piece. */
export const ordersAtOnce = 250
/** Orders of a piece, unless one company has more. */
const fewOrders = 100

/**
 * The orders of as many companies as have few together: work of one company that comes in two pieces is written twice where
 * it goes on one document. A company with more orders than are looked at at once comes in several pieces.
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
