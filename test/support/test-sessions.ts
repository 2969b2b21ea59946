import { type CanActivate, type ExecutionContext, Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { KnownCallers } from '../../api/src/http/edge/known-callers.js';
import type { SignedRequest } from '../../api/src/http/contract/principal.js';
import { ROLES, type StaffRole } from '../../api/src/kernel/people/accounts.js';

/** Identifies the caller instead of a session, which the feature under test cannot open. */
const UID_HEADER = 'x-test-uid';
/** Staff roles of the caller, for features that answer by role. */
const ROLES_HEADER = 'x-test-roles';

/** The headers of a caller. */
export const callerHeaders = (uid: string, roles: readonly StaffRole[]) => ({
  [UID_HEADER]: uid,
  ...(roles.length > 0 && { [ROLES_HEADER]: roles.join() }),
});

class TestGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<SignedRequest>();
    const uid = request.headers[UID_HEADER];
    const roles = ROLES.filter((role) => String(request.headers[ROLES_HEADER]).split(',').includes(role));
    if (typeof uid === 'string' && uid)
      request.user = {
        uid,
        sid: 'test',
        roles: ['sender', ...roles],
        hasFactor: false,
        provenAtMs: Infinity,
      };
    return true;
  }
}

const callers: KnownCallers = {
  uidOf: ({ headers }) => Promise.resolve(String(headers[UID_HEADER] ?? '') || null),
};

/** Callers by the header. */
@Global()
@Module({
  providers: [
    { provide: APP_GUARD, useClass: TestGuard },
    { provide: KnownCallers, useValue: callers },
  ],
  exports: [KnownCallers],
})
export class TestSessions {}
