import { getFile, getJson, sendJson } from './api';
import { addressOf } from './requests';

describe('the address of a request', () => {
  it('has its parameters in their places, and no query of null', () => {
    const request = { path: { id: 'a/b' }, query: { at: 'x&y', lang: null } };
    expect(addressOf('/cases/{id}/log', request)).toBe('/cases/a%2Fb/log?at=x%26y');
    expect(addressOf('/cases/{id}', { path: { id: 'a' }, query: { at: null } })).toBe('/cases/a');
  });
});

/** Never called: the compiler refuses whatever the API's document does not have. */
export function refusedByTheCompiler() {
  return [
    // @ts-expect-error -- no such path
    getJson('/transferz'),
    // @ts-expect-error -- takes no GET
    getJson('/auth/sign-out'),
    // @ts-expect-error -- no such file
    getFile('/compliance/audit.pdf'),
    // @ts-expect-error -- the parameter of the path is missing
    getJson('/transfers/{id}'),
    // @ts-expect-error -- the parameter has another name
    getJson('/transfers/{id}', { path: { uid: 'a' } }),
    // @ts-expect-error -- no such query
    getJson('/transfers', { query: { sort: 'due' } }),
    // @ts-expect-error -- not a value of the query
    getJson('/transfers', { query: { status: 'lost' } }),
    // @ts-expect-error -- no such header
    getJson('/transfers', { header: { 'X-Search': 'maya' } }),
    // @ts-expect-error -- the header is missing
    sendJson('POST', '/transfers/{id}/problem', { path: { id: 'a' }, body: { text: 'late' } }),
    // @ts-expect-error -- the path takes another method
    sendJson('PATCH', '/auth/sign-out'),
    // @ts-expect-error -- the body is missing
    sendJson('POST', '/auth/forgot'),
    // @ts-expect-error -- the field has another name
    sendJson('POST', '/auth/forgot', { body: { mail: 'ana@flip.example' } }),
    // @ts-expect-error -- no such field
    sendJson('POST', '/auth/forgot', { body: { email: 'ana@flip.example', locale: 'es' } }),
    // @ts-expect-error -- takes no body
    sendJson('POST', '/auth/sign-out', { body: {} }),
    // @ts-expect-error -- another response
    getJson('/me').then(({ weeklyLimit }) => String(weeklyLimit)),
  ];
}
