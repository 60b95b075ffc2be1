/** Going back in time must not bring back a session that was ended since: everybody signs in again. */
export const sessionTables = ['public.sessions', 'public.session_challenges']
