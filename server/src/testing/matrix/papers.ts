/** Requests that print and save papers of the victim's order and trip. */
export const paperCases = {
  plainPath: { paper: 'delivery_note' },
  // A consignment belongs to the order or trip of the path.
  plainQuery: ['language', 'consignment_id', 'copies', 'date'],
  bodies: {
    addOrderPaper: [() => ({ language: 'en' })],
    addTripPaper: [() => ({ language: 'en' })],
  },
}
