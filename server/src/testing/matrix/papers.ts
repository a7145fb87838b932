/** How the matrix prints papers of the victim's order and trip, and saves them. */
export const paperCases = {
  plainPath: { paper: 'delivery_note' },
  // A consignment is one of the order or trip of the path.
  plainQuery: ['language', 'consignment_id', 'copies', 'date'],
  bodies: {
    addOrderPaper: [() => ({ language: 'en' })],
    addTripPaper: [() => ({ language: 'en' })],
  },
}
