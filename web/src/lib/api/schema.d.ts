// What each request of the API takes and what its success returns. Written by npm run golden.
export interface paths {
    "/api/allowance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TransfersController_allowance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SocialController_callback"];
        put?: never;
        post: operations["SocialController_posted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/{provider}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SignInMethodsController_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/{provider}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SocialController_start"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/{provider}/unlink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SignInMethodsController_unlink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PasswordsController_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PasswordsController_resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PersonController_confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PersonController_undoEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PasswordsController_forgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SocialController_pending"];
        put?: never;
        post: operations["SocialController_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PasswordsController_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthController_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PasswordsController_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PasswordsController_checkReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthController_secondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthController_undoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthController_signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthController_signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthController_signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CardsController_list"];
        put?: never;
        post: operations["CardsController_save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["CardsController_remove"];
        options?: never;
        head?: never;
        patch: operations["CardsController_makeDefault"];
        trace?: never;
    };
    "/api/cards/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CardsController_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuditController_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/audit-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuditController_counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/audit-people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuditController_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/audit.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ExportsController_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/audit.jsonl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ExportsController_jsonl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/backtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BacktestsController_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/backtests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["BacktestsController_one"];
        put?: never;
        post?: never;
        delete: operations["BacktestsController_cancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/backtests/{id}/alerts/{transferId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["BacktestsController_alert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/case-assignees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CaseActionsController_assignees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/case-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CaseActionsController_counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CasesController_cases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CasesController_case"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CaseActionsController_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CaseActionsController_assign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/file.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CaseFileController_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/file.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CaseFileController_pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CasesController_hold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CaseActionsController_note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/propose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CaseActionsController_propose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CasesController_release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CaseActionsController_reopen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CaseActionsController_report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CaseActionsController_return"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CaseActionsController_review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/same-handle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CasesController_sameHandle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/cases/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CaseActionsController_snooze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FindController_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["LedgerController_ledger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OverviewController_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["DeskController_tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/payouts/{transferId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["DeskController_transfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/payouts/{transferId}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeskController_claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/payouts/{transferId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeskController_close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/payouts/{transferId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeskController_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/payouts/{transferId}/delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeskController_delivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/payouts/{transferId}/failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeskController_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/payouts/{transferId}/give-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeskController_giveBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/payouts/{transferId}/refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeskController_paidBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/payouts/{transferId}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeskController_release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/payouts/{transferId}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeskController_reveal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RevealController_reveal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["RulesController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["RulesController_one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/rules/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RulesController_activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/rules/{id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RulesController_draft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/rules/{id}/draft/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RulesController_discard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/rules/{id}/draft/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RulesController_return"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/rules/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RulesController_pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/rules/{id}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RulesController_retire"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/senders/{uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["StandingController_standing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/senders/{uid}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HistoryController_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/senders/{uid}/at": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HistoryController_at"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/senders/{uid}/lift-legal-hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["StandingController_liftLegalHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/senders/{uid}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["StandingController_pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/senders/{uid}/place-legal-hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["StandingController_placeLegalHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/senders/{uid}/reinstate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["StandingController_reinstate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/senders/{uid}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HistoryController_sender"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/senders/{uid}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["StandingController_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/senders/{uid}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["StandingController_suspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/strays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["StraysController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/strays/{paymentRef}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["StraysController_close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/strays/{paymentRef}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["StraysController_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/strays/{paymentRef}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["StraysController_refund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/transfers/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HistoryController_transfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/verification-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ChecksController_counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ChecksController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/verifications/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ChecksController_detail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compliance/verifications/{requestId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RevocationsController_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["MeController_publicConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/csp-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PolicyReportsController_take"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["LiveController_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["FeesController_quote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fees/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["FeesController_schedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["UnsubscribeController_confirmation"];
        put?: never;
        post: operations["UnsubscribeController_stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["MeController_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClosingController_closing"];
        put?: never;
        post: operations["ClosingController_close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PersonController_email"];
        put?: never;
        post: operations["PersonController_changeEmail"];
        delete: operations["PersonController_cancelEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ExportController_state"];
        put?: never;
        post: operations["ExportController_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/export.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ExportController_zip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PersonController_changeName"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PreferencesController_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["PreferencesController_change"];
        trace?: never;
    };
    "/api/receipts/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SharesController_check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["RecipientsController_list"];
        put?: never;
        post: operations["RecipientsController_save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recipients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["RecipientsController_remove"];
        options?: never;
        head?: never;
        patch: operations["RecipientsController_change"];
        trace?: never;
    };
    "/api/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SecondFactorController_state"];
        put?: never;
        post: operations["SecondFactorController_begin"];
        delete: operations["SecondFactorController_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SecondFactorController_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SecondFactorController_replaceCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/second-factor/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SecondFactorController_stepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SessionsController_list"];
        put?: never;
        post?: never;
        delete: operations["SessionsController_endAll"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["SessionsController_end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SharesController_open"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SharesController_list"];
        put?: never;
        post?: never;
        delete: operations["SharesController_stopAll"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ReceiptsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/statements/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ReceiptsController_statement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/statements/{month}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ReceiptsController_month"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TransfersController_list"];
        put?: never;
        post: operations["TransfersController_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TransfersController_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TransfersController_one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TransferActionsController_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers/{id}/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TransferActionsController_pay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers/{id}/payment/abandon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TransferActionsController_abandon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers/{id}/problem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TransferActionsController_report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ReceiptsController_facts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers/{id}/receipt.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ReceiptsController_pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SharesController_share"];
        delete: operations["SharesController_stop"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TransfersController_timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TransfersController_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transfers/total": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TransfersController_total"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["VerificationController_read"];
        put?: never;
        post: operations["VerificationController_submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verification/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["VerificationController_repeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verification/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["VerificationController_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/paypal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PayoutWebhooksController_paypal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/persona": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["WebhooksController_persona"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PaymentWebhooksController_stripe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountClosing: {
            blocking: components["schemas"]["MoneyUnderWay"][];
            keptUntil: string;
            possible: boolean;
        };
        ActivateRuleDto: {
            draftRevision: number;
        };
        ActiveShareLink: {
            amount: string;
            expiresAt: string;
            recipient: string;
            status: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
            transferId: string;
            url: string;
        };
        ActiveShareLinks: {
            items: components["schemas"]["ActiveShareLink"][];
        };
        Alert: {
            reason: string;
            txs: string[];
        };
        Allowance: {
            freeing: string;
            frees: components["schemas"]["UpcomingRelease"][];
            perTransferLimit: string;
            remaining: string | null;
            sent: string;
            tier: "unverified" | "verified";
            unpaid: components["schemas"]["UnpaidTransfer"][];
            used: string;
            waiting: string;
            weeklyLimit: string | null;
        };
        ApproveCaseDto: {
            seen: string;
        };
        ArrivalTable: {
            opening: components["schemas"]["OpeningHours"][];
            platforms: components["schemas"]["PlatformMinutes"][];
            refundBusinessDays: number;
            timeZone: string;
        };
        AssignCaseDto: {
            assignee: string | null;
        };
        AttemptItem: {
            amount: string;
            at: string;
            handle: string;
            payment: components["schemas"]["CasePayment"] | null;
            platform: string;
            recipient: string;
            refused: "per_transfer_limit_exceeded" | "sending_paused" | "weekly_limit_exceeded" | null;
            transferId: string;
        };
        AuditCounts: {
            found: number;
            kinds: components["schemas"]["AuditKindCounts"] | null;
        };
        AuditItem: {
            action: string;
            at: string;
            caseId: string | null;
            factNames: {
                [key: string]: string;
            };
            facts: {
                [key: string]: string;
            };
            kind: "action" | "export" | "look";
            person: string;
            personName: string | null;
            position: string;
            revision: string;
            stream: string;
            subjectName: string | null;
            transferId: string | null;
            uid: string | null;
        };
        AuditKindCounts: {
            action: number;
            all: number;
            export: number;
            look: number;
        };
        AuditPage: {
            items: components["schemas"]["AuditItem"][];
            nextCursor: string | null;
        };
        AuditPeople: {
            items: components["schemas"]["AuditPerson"][];
        };
        AuditPerson: {
            name: string | null;
            uid: string;
        };
        Backtest: {
            definition: components["schemas"]["RuleDefinitionOnWire"];
            from: string;
            id: string;
            progress: number;
            result: components["schemas"]["BacktestResult"] | null;
            state: "cancelled" | "done" | "running";
            to: string;
        };
        BacktestAlert: {
            amount: string;
            at: string;
            attempted: string;
            attempts: number;
            caseId: string | null;
            firstAt: string;
            measured: string;
            outcome: "cleared" | "false_match" | "suspicious" | null;
            senderName: string;
            transferId: string;
            uid: string;
        };
        BacktestAlertDetail: {
            attempts: components["schemas"]["AttemptItem"][];
            definition: components["schemas"]["RuleDefinitionOnWire"];
            senderName: string;
            uid: string;
        };
        BacktestDay: {
            alerts: number;
            day: string;
        };
        BacktestFigures: {
            alerts: number;
            atRisk: string;
            cases: number;
            days: components["schemas"]["BacktestDay"][];
            reviewed: number;
            senders: number;
            suspicious: number;
            suspiciousShare: number | null;
        };
        BacktestResult: {
            against: components["schemas"]["BacktestFigures"] | null;
            alerts: number;
            atRisk: string;
            attempts: number;
            both: components["schemas"]["BacktestAlert"][];
            cases: number;
            days: components["schemas"]["BacktestDay"][];
            indexedFrom: string | null;
            lost: components["schemas"]["BacktestAlert"][];
            lostCount: number;
            new: components["schemas"]["BacktestAlert"][];
            newCount: number;
            reviewed: number;
            senders: number;
            suspicious: number;
            suspiciousShare: number | null;
            unreadable: number;
        };
        BasisDifference: {
            field: string;
            happened: string | null;
            recorded: string | null;
            transferId: string | null;
        };
        BeginFactorDto: {
            proof?: string;
        };
        CancelledTransaction: {
            amount: string;
            cancellable: "no" | "recall" | "yes";
            card: components["schemas"]["ShownCard"] | null;
            createdAt: string;
            fees: components["schemas"]["Fees"];
            handle: string;
            id: string;
            note?: string;
            payment: components["schemas"]["PaymentProgress"] | null;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            recipient: string;
            released: boolean;
            returns: string | null;
            status: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
            steps: components["schemas"]["TransferStep"][];
            uid: string;
        };
        CardChoiceDto: {
            cardId?: string;
            cardToken?: string;
            saveCard?: boolean;
        };
        CardEntryConfig: {
            frameOrigin: string | null;
            kind: "simulator" | "stripe";
            publishableKey: string;
        };
        CaseAges: {
            count: number;
            overDays: number;
            toDays: number | null;
        };
        CaseAssignee: {
            name: string;
            uid: string;
        };
        CaseAssignees: {
            items: components["schemas"]["CaseAssignee"][];
        };
        CaseChange: {
            at: string;
            by: string | null;
            type: string;
        };
        CaseCounts: {
            closed: number;
            mine: number;
            open: number;
            proposed: number;
            reports: number;
            snoozed: number;
        };
        CaseDetail: {
            action: "flag" | "hold";
            alert: components["schemas"]["Alert"];
            assignee: string | null;
            assigneeName: string | null;
            atRisk: string;
            atRiskCents: number;
            attempted: string;
            attempts: components["schemas"]["AttemptItem"][];
            createdAt: string;
            definition: components["schemas"]["RuleDefinitionOnWire"];
            dueAt: string;
            id: string;
            leftBy: string | null;
            needsSecondPerson: boolean;
            note: string | null;
            number: string;
            openedAgain: "reopened" | "returned" | null;
            outcome: "cleared" | "false_match" | "suspicious" | null;
            parameters: components["schemas"]["RuleParameters"];
            pause: boolean;
            position: string;
            proposal: components["schemas"]["CaseProposal"] | null;
            proposerName: string | null;
            reportDueAt: string | null;
            reportFiledAt: string | null;
            reviewed: boolean;
            reviewedAt: string | null;
            reviewedBy: string | null;
            reviewerName: string | null;
            ruleId: string;
            ruleVersion: number;
            sender: components["schemas"]["CaseSender"];
            snoozedUntil: string | null;
            status: "closed" | "open" | "proposed" | "snoozed";
            steps: components["schemas"]["CaseStep"][];
            transactionId: string;
            txCount: number;
            uid: string;
            updatedAt: string;
        };
        CaseHold: {
            at: string;
            by: "lead" | "rule";
            endsAt: string;
            name: string | null;
            note: string;
        };
        CaseItem: {
            alert: components["schemas"]["Alert"];
            assignee: string | null;
            assigneeName: string | null;
            atRisk: string;
            atRiskCents: number;
            attempted: string;
            createdAt: string;
            dueAt: string;
            id: string;
            leftBy: string | null;
            note: string | null;
            number: string;
            openedAgain: "reopened" | "returned" | null;
            outcome: "cleared" | "false_match" | "suspicious" | null;
            pause: boolean;
            reportDueAt: string | null;
            reportFiledAt: string | null;
            reviewed: boolean;
            reviewedAt: string | null;
            reviewedBy: string | null;
            ruleId: string;
            ruleVersion: number;
            senderName: string;
            snoozedUntil: string | null;
            status: "closed" | "open" | "proposed" | "snoozed";
            transactionId: string;
            txCount: number;
            uid: string;
            updatedAt: string;
        };
        CaseNoteDto: {
            text: string;
        };
        CasePage: {
            cut: boolean;
            items: components["schemas"]["CaseItem"][];
            nextCursor: string | null;
        };
        CasePayment: {
            canHold: boolean;
            hold: components["schemas"]["CaseHold"] | null;
            isHeldByOthers: boolean;
            status: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
        };
        CaseProposal: {
            at: string;
            by: string;
            name: string | null;
            outcome: "cleared" | "false_match" | "suspicious";
            pause: boolean;
            reason: string;
            seen: string;
        };
        CaseReasonDto: {
            reason: string;
        };
        CaseSender: {
            displayName: string;
            otherCases: components["schemas"]["OtherCase"][];
            refused30Days: number;
            requested30Days: string;
            states: ("closed" | "erased" | "erasure_due" | "legal_hold" | "paused" | "suspended")[];
            uid: string;
            verification: "pending" | "unverified" | "verified";
        };
        CaseStep: {
            assigneeName: string | null;
            at: string;
            by: string | null;
            name: string | null;
            outcome: "cleared" | "false_match" | "suspicious" | null;
            report: "amended" | "continuing" | "initial" | null;
            seen: string | null;
            text: string;
            type: string;
            until: string | null;
        };
        ChangeCardDto: {
            isDefault: true;
        };
        ChangeEmailDto: {
            email: string;
        };
        ChangeNameDto: {
            firstName: string;
            lastName: string;
        };
        ChangePasswordDto: {
            current: string;
            password: string;
        };
        ChangePreferencesDto: {
            displayName?: string | null;
            emailIdentity?: boolean;
            emailOptIn?: boolean;
            emailReminders?: boolean;
            locale?: "en" | "es";
        };
        ChangeRecipientDto: {
            confirmSimilar?: boolean;
            handle?: string;
            name?: string;
            platform?: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
        };
        CheckCounts: {
            declined: number;
            expired: number;
            in_progress: number;
            stuck: number;
            verified: number;
        };
        CheckDetail: {
            attempt: number;
            createdAt: string;
            id: string;
            isRevoked: boolean;
            list: "declined" | "expired" | "in_progress" | "stuck" | "verified";
            sender: components["schemas"]["FoundSender"] | null;
            senderName: string;
            status: "completed" | "created" | "declined" | "expired" | "failed" | "needs_review" | "pending" | "submitted" | "verified";
            steps: components["schemas"]["CheckStep"][];
            uid: string;
            updatedAt: string;
        };
        CheckItem: {
            attempt: number;
            createdAt: string;
            id: string;
            isRevoked: boolean;
            list: "declined" | "expired" | "in_progress" | "stuck" | "verified";
            senderName: string;
            status: "completed" | "created" | "declined" | "expired" | "failed" | "needs_review" | "pending" | "submitted" | "verified";
            uid: string;
            updatedAt: string;
        };
        CheckPage: {
            items: components["schemas"]["CheckItem"][];
            nextCursor: string | null;
        };
        CheckStep: {
            at: string;
            name: string | null;
            reason: string;
            status: "completed" | "created" | "declined" | "expired" | "failed" | "needs_review" | "pending" | "submitted" | "verified";
        };
        ClosedInWeek: {
            closed: number;
            from: string;
            medianDays: number | null;
        };
        CloseDto: {
            about: "overdue" | "payment" | "payment_amount" | "payout" | "payout_amount" | "refund" | "refund_amount";
            found: string;
            reason: string;
        };
        CloseStrayDto: {
            reason: string;
        };
        CodeDto: {
            code?: string;
            recoveryCode?: string;
        };
        Company: {
            complaintDays: number | null;
            license: string | null;
            name: string | null;
            regulator: string | null;
        };
        ConfirmDto: {
            answer?: string;
            kind?: "contradiction" | "lost" | "problem" | "refund" | "second_person" | "second_refund";
            loss?: string;
            outcome?: "delivered" | "failed";
            problems?: string[];
            reason?: "account_closed" | "blocked" | "limit" | "other" | "wrong_handle";
            reference?: string;
            way?: "another_way" | "bank_transfer" | "check";
            words?: string;
        };
        ConfirmEmailChangeDto: {
            end: "new" | "old";
            token: string;
        };
        ConfirmFactorDto: {
            code: string;
        };
        ConfirmStrayDto: {
            amount: string;
            reason: string;
        };
        DataExport: {
            bytes: number | null;
            percent: number | null;
            state: "making" | "none" | "ready";
            until: string | null;
        };
        DeliveredDto: {
            reference: string;
        };
        DeskDifference: {
            about: "overdue" | "payment" | "payment_amount" | "payout" | "payout_amount" | "refund" | "refund_amount";
            found: string;
            recorded: string;
            since: string;
        };
        DeskDispute: {
            amount: string;
            dueBy: string | null;
            reason: string;
        };
        DeskLoss: {
            amount: string;
            booked: string;
        };
        DeskOperator: {
            id: string;
            name: string;
        };
        DeskPaidBack: {
            amount: string;
            at: string;
            reference: string;
        };
        DeskPastProblem: {
            answer: string | null;
            answeredAt: string | null;
            number: string;
            reportedAt: string;
            text: string;
        };
        DeskProblem: {
            number: string;
            text: string;
        };
        DeskProposal: {
            at: string;
            operator: components["schemas"]["DeskOperator"];
            outcome: "delivered" | "failed";
            reference: string;
            words: string;
        };
        DeskRefund: {
            owed: string;
            settlement: components["schemas"]["DeskRefundSettlement"] | null;
        };
        DeskRefundSettlement: {
            at: string;
            operator: components["schemas"]["DeskOperator"];
            reference: string;
            way: "another_way" | "bank_transfer" | "check";
        };
        DeskTask: {
            amount: string;
            claimedAt: string | null;
            differences: components["schemas"]["DeskDifference"][];
            disputes: components["schemas"]["DeskDispute"][];
            doneAs: "claim" | "contradiction" | "difference" | "dispute" | "late" | "lost" | "outcome" | "problem" | "recall" | "refund" | "second_person" | "unknown" | null;
            handle: string;
            isDisputed: boolean;
            kind: "claim" | "contradiction" | "difference" | "dispute" | "done" | "late" | "lost" | "outcome" | "problem" | "recall" | "refund" | "second_person" | "unknown";
            loss: components["schemas"]["DeskLoss"] | null;
            needsSecondPerson: boolean;
            operator: components["schemas"]["DeskOperator"] | null;
            outcome: "delivered" | "failed" | null;
            paidBack: components["schemas"]["DeskPaidBack"] | null;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            problems: components["schemas"]["DeskProblem"][];
            proposal: components["schemas"]["DeskProposal"] | null;
            recipient: string;
            refund: components["schemas"]["DeskRefund"] | null;
            route: "desk" | "paypal";
            seenAt: string | null;
            since: string;
            transferId: string;
        };
        DeskTasks: {
            isCut: boolean;
            items: components["schemas"]["DeskTask"][];
            lateAfterMinutes: number;
            secondPersonOver: string;
            total: string;
        };
        DeskTransfer: {
            amount: string;
            cancellable: "no" | "recall" | "yes";
            card: components["schemas"]["ShownCard"] | null;
            caseId: string | null;
            createdAt: string;
            handle: string;
            payment: components["schemas"]["PaymentProgress"] | null;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            problems: components["schemas"]["DeskPastProblem"][];
            recipient: string;
            sender: string;
            status: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
            steps: components["schemas"]["TransferStep"][];
            total: string;
            transferId: string;
        };
        DraftRuleDto: {
            definition: components["schemas"]["RuleDefinitionDto"];
        };
        DueReport: {
            dueAt: string;
            id: string;
            senderName: string;
        };
        EmailConfirmation: {
            missing: ("new" | "old")[];
        };
        EmailState: {
            email: string;
            undo: components["schemas"]["EmailUndo"] | null;
            waiting: components["schemas"]["WaitingEmail"] | null;
        };
        EmailUndo: {
            email: string;
            until: string;
        };
        ErasureDue: {
            dueAt: string;
            keptBy: ("case_open" | "legal_hold" | "report_due" | "sender_paused" | "transfer_open")[];
        };
        FailedDto: {
            reason: "account_closed" | "blocked" | "limit" | "other" | "wrong_handle";
            words?: string;
        };
        FeeBreakdown: {
            flipFee: string;
            processingFee: string;
        };
        FeeQuote: {
            amount: string;
            fees: components["schemas"]["Fees"];
            schedule: "card-0.30pct" | "card-3pct-plus-30c";
        };
        Fees: {
            breakdown: components["schemas"]["FeeBreakdown"];
            total: string;
            totalFee: string;
        };
        FeeScheduleOverview: {
            acceptedFunding: ("credit" | "debit")[];
            minimum: string;
            perTransferLimit: string;
            rows: components["schemas"]["FeeQuote"][];
            schedule: "card-0.30pct" | "card-3pct-plus-30c";
            thirdParty: components["schemas"]["ThirdPartyFee"][];
            verifiedWeeklyLimit: string | null;
            weeklyLimit: string;
        };
        FieldProblem: {
            code: string;
            field: string;
            message: string;
        };
        FileReportDto: {
            filedAt: string;
            kind?: "amended" | "continuing" | "initial";
            reference: string;
        };
        FindDto: {
            by: "email" | "handle" | "problem" | "receipt" | "transfer" | "uid";
            reason?: string;
            value: string;
        };
        FindResult: {
            by: "email" | "handle" | "problem" | "receipt" | "transfer" | "uid";
            cut: boolean;
            hadEmail: string[];
            senders: components["schemas"]["FoundSender"][];
            transfers: components["schemas"]["FoundTransfer"][];
        };
        ForgotDto: {
            email: string;
        };
        FoundSender: {
            cases: components["schemas"]["OtherCase"][];
            displayName: string;
            email: string;
            requested30Days: string;
            since: string;
            states: ("closed" | "erased" | "erasure_due" | "legal_hold" | "paused" | "suspended")[];
            transfers30Days: number;
            uid: string;
            verification: "pending" | "unverified" | "verified";
        };
        FoundTransfer: {
            amount: string;
            createdAt: string;
            displayName: string;
            handle: string;
            id: string;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            recipient: string;
            status: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
            uid: string;
        };
        HistoryCut: {
            cases: boolean;
            refusals: number;
            transfers: number;
        };
        HistoryLine: {
            cases: number[];
            from: string;
            sender: number[];
            to: string;
            transfers: number[];
            verification: number[];
        };
        HistoryPlace: {
            at: string;
            position: string;
        };
        HoldPaymentDto: {
            note: string;
            transferId: string;
        };
        KycRequest: {
            confirmed: boolean;
            createdAt: string;
            decides: boolean;
            fullName: string;
            id: string;
            inquiryId: string | null;
            status: "completed" | "created" | "declined" | "expired" | "failed" | "needs_review" | "pending" | "submitted" | "verified";
            uid: string;
            updatedAt: string;
        };
        Ledger: {
            days: components["schemas"]["LedgerDay"][];
        };
        LedgerDay: {
            captured: string;
            day: string;
            delivered: string;
            fees: string;
            isBalanced: boolean;
            loss: string;
            lost: string;
            open: string;
            openCount: number;
            refunded: string;
            strays: components["schemas"]["LedgerStrays"];
        };
        LedgerStrays: {
            charged: string;
            closed: string;
            lost: string;
            open: string;
            refunded: string;
        };
        LegalHold: {
            byName: string | null;
            reason: string;
            since: string;
        };
        LiftRequest: {
            by: string;
            byName: string | null;
            coversAll: boolean;
            lapsesAt: string;
            reason: string;
            requestedAt: string;
        };
        LinkDto: {
            password: string;
        };
        Me: {
            displayName: string;
            email: string;
            emailConfirmed: boolean;
            firstName: string;
            fullName: string;
            hasSecondFactor: boolean;
            locale: "en" | "es";
            roles: ("analyst" | "auditor" | "lead" | "operator" | "sender")[];
            signInMethods: ("apple" | "google" | "password")[];
            uid: string;
            verification: "pending" | "unverified" | "verified";
        };
        MoneyUnderWay: {
            amount: string;
            recipient: string;
            state: "disputed" | "refunding" | "sending" | "unpaid";
            transferId: string;
            until: string | null;
        };
        MovedEvent: {
            happenedAt: string;
            isKept: boolean;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle" | null;
            position: string;
            recordedAt: string;
            subject: string;
            type: string;
        };
        OpeningHours: {
            closesAt: number;
            opensAt: number;
            weekday: number;
        };
        OtherCase: {
            atRisk: string;
            createdAt: string;
            id: string;
            outcome: "cleared" | "false_match" | "suspicious" | null;
            reviewed: boolean;
            ruleId: string;
        };
        OtherSender: {
            lastAt: string;
            senderName: string;
            uid: string;
        };
        OtherSenders: {
            count: number;
            cut: boolean;
            items: components["schemas"]["OtherSender"][];
        };
        Overview: {
            ages: components["schemas"]["CaseAges"][];
            alerts: components["schemas"]["RuleAlerts"][];
            asOf: string;
            days: number;
            dueSoon: number;
            dueSoonElsewhere: number;
            isCut: boolean;
            longestOverdueAt: string | null;
            medianDays: number | null;
            medianDaysBefore: number | null;
            nextDueAt: string | null;
            nextReports: components["schemas"]["DueReport"][];
            oldestProposedAt: string | null;
            open: number;
            outcomes: components["schemas"]["RuleOutcomes"][];
            overdue: number;
            payouts: components["schemas"]["WaitingPayouts"];
            proposed: number;
            reports: number;
            reportsFiled: number;
            unassigned: number;
            weeks: components["schemas"]["ClosedInWeek"][];
        };
        PaidBackDto: {
            reference: string;
            way: "another_way" | "bank_transfer" | "check";
        };
        PastCase: {
            assignee: string | null;
            atRisk: string;
            createdAt: string;
            id: string;
            openedAgain: "reopened" | "returned" | null;
            outcome: "cleared" | "false_match" | "suspicious" | null;
            ruleId: string;
            status: "closed" | "open" | "proposed" | "snoozed";
        };
        PastHold: {
            caseId: string;
            since: string;
            transferId: string;
        };
        PastProfile: {
            account: "active" | "closed" | "erased" | "suspended";
            createdAt: string;
            displayName: string;
            email: string;
            emailConfirmed: boolean;
            firstName: string;
            fullName: string;
            hasSecondFactor: boolean;
            legalHold: boolean;
            locale: "en" | "es";
            roles: ("analyst" | "auditor" | "lead" | "operator" | "sender")[];
            sending: "active" | "paused";
            signInMethods: ("apple" | "google" | "password")[];
            uid: string;
            verification: "pending" | "unverified" | "verified";
            verificationSince: string | null;
            verificationStatus: "completed" | "created" | "declined" | "expired" | "failed" | "needs_review" | "pending" | "submitted" | "verified" | null;
        };
        PastRefusal: {
            amount: string;
            at: string;
            id: string;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            reason: "per_transfer_limit_exceeded" | "sending_paused" | "weekly_limit_exceeded";
            recipient: string;
        };
        PastSender: {
            allowance: components["schemas"]["Allowance"];
            cards: components["schemas"]["SavedCard"][];
            cases: components["schemas"]["PastCase"][];
            holds: components["schemas"]["PastHold"][];
            profile: components["schemas"]["PastProfile"];
            recipients: components["schemas"]["SavedRecipient"][];
            refusals: components["schemas"]["PastRefusal"][];
            transfers: components["schemas"]["PastTransfer"][];
        };
        PastTransfer: {
            amount: string;
            cancellable: "no" | "recall" | "yes";
            card: components["schemas"]["ShownCard"] | null;
            createdAt: string;
            dispute: "closed" | "open" | null;
            fees: components["schemas"]["Fees"];
            handle: string;
            id: string;
            isHeld: boolean;
            note?: string;
            payment: components["schemas"]["PaymentProgress"] | null;
            payout: "delivered" | "failed" | "pending" | "returned" | "submitted" | "unclaimed" | null;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            recipient: string;
            released: boolean;
            status: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
            steps: components["schemas"]["TransferStep"][];
            uid: string;
        };
        PaymentProgress: {
            abandoned?: boolean;
            actionUrl?: string;
            group?: "check_details" | "contact_bank" | "not_enough_money" | "try_again";
            payBy: string | null;
            state: "authorized" | "awaited" | "captured" | "declined" | "pending" | "requires_action" | "voided";
        };
        PendingLink: {
            email: string;
            provider: "apple" | "google";
            returnTo: string;
        };
        PlatformMinutes: {
            minutes: number;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
        };
        Problem: {
            changes?: components["schemas"]["CaseChange"][];
            code: string;
            detail: string;
            fields?: components["schemas"]["FieldProblem"][];
            params: {
                [key: string]: unknown;
            };
            requestId?: string;
            status: number;
            title: string;
            type: string;
        };
        ProposeOutcomeDto: {
            outcome: "cleared" | "false_match" | "suspicious";
            pause?: boolean;
            reason: string;
            seen: string;
        };
        ProviderPage: {
            address: string;
        };
        PublicConfig: {
            acceptedFunding: ("credit" | "debit")[];
            arrival: components["schemas"]["ArrivalTable"];
            cardEntry: components["schemas"]["CardEntryConfig"] | null;
            cardPayments: "simulator" | "stripe";
            clockAheadMinutes: number;
            company: components["schemas"]["Company"];
            landingForceEnglish: boolean;
            outboxUrl: string | null;
            providers: components["schemas"]["SignInProviders"];
            providersUrl: string | null;
            simulatedProviders: ("apple" | "google")[];
            support: components["schemas"]["SupportContact"];
            testMode: boolean;
        };
        ReceiptFacts: {
            checkUrl: string;
            code: string;
            issuedAt: string;
            senderName: string;
            testMode: boolean;
        };
        Recipients: {
            items: components["schemas"]["SavedRecipient"][];
            nextCursor: string | null;
        };
        RecoveryCodes: {
            recoveryCodes: string[];
        };
        RefundStrayDto: {
            reason: string;
        };
        RefusalCount: {
            count: number;
            reason: "per_transfer_limit_exceeded" | "sending_paused" | "weekly_limit_exceeded";
        };
        Registered: {
            uid: string;
        };
        RepeatKycDto: {
            consent: boolean;
            firstName: string;
            lastName: string;
        };
        Replay: {
            count: number;
            displayName: string;
            eventStoreUi: string | null;
            nextCursor: string | null;
            reason: string;
            recordedAt: string;
            steps: components["schemas"]["ReplayStep"][];
            transfer: components["schemas"]["ReplaySubject"] | null;
            uid: string;
        };
        ReplayActor: {
            id: string;
            kind: string;
            name?: string;
        };
        ReplayChange: {
            after: string | null;
            before: string | null;
            field: string;
            isEarlier?: boolean;
        };
        ReplayedEvent: {
            actor: components["schemas"]["ReplayActor"];
            at: string;
            correlationId: string;
            data: {
                [key: string]: unknown;
            };
            id: string;
            position: string;
            revision: string;
            stream: string;
            type: string;
        };
        ReplayedTransfer: {
            change: components["schemas"]["ReplayChange"][];
            id: string;
            state: {
                [key: string]: unknown;
            };
        };
        ReplayStep: {
            change: components["schemas"]["ReplayChange"][];
            event: components["schemas"]["ReplayedEvent"];
            state: {
                [key: string]: unknown;
            };
            transfer: components["schemas"]["ReplayedTransfer"] | null;
        };
        ReplaySubject: {
            amount: string;
            id: string;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            recipient: string;
            status: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
        };
        ReportedProblem: {
            number: string;
        };
        ReportProblemDto: {
            text: string;
        };
        RequestTransferDto: {
            amount: string;
            cardId?: string;
            cardToken?: string;
            handle: string;
            note?: string;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            recipient: string;
            saveCard?: boolean;
            total: string;
        };
        ResetDto: {
            password: string;
            token: string;
        };
        ResetLink: {
            email: string;
        };
        RevealDto: {
            field: "email" | "handle" | "name" | "note" | "recipient";
            reason?: string;
            subject: string;
        };
        Revealed: {
            value: string;
        };
        RevealedPayout: {
            handle: string;
            note: string;
            recipient: string;
        };
        ReviewCaseDto: {
            note: string;
            outcome: "cleared" | "false_match" | "suspicious";
        };
        RevokeVerificationDto: {
            reason: string;
        };
        RuleAlerts: {
            count: number;
            day: string;
            ruleId: string;
        };
        RuleBandDto: {
            below?: string;
            from?: string;
        };
        RuleBandOnWire: {
            below?: string;
            from?: string;
        };
        RuleConditionsDto: {
            accountYoungerThan?: string;
            amount?: components["schemas"]["RuleBandDto"];
            firstToHandle?: true;
            platforms?: ("Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle")[];
            result?: "accepted" | "refused";
            tier?: "unverified" | "verified";
        };
        RuleConditionsOnWire: {
            accountYoungerThan?: string;
            amount?: components["schemas"]["RuleBandOnWire"];
            firstToHandle?: boolean;
            platforms?: ("Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle")[];
            result?: "accepted" | "refused";
            tier?: "unverified" | "verified";
        };
        RuleDefinitionDto: {
            action: "flag" | "hold";
            atLeast: string | number;
            measure: "amount" | "attempts" | "handles";
            name: string;
            where: components["schemas"]["RuleConditionsDto"];
            within: string;
        };
        RuleDefinitionOnWire: {
            action: "flag" | "hold";
            atLeast: string;
            measure: "amount" | "attempts" | "handles";
            name: string;
            where: components["schemas"]["RuleConditionsOnWire"];
            within: string;
        };
        RuleDetail: {
            draft: components["schemas"]["RuleDraftItem"] | null;
            draftRevision: number | null;
            id: string;
            name: string;
            retireRequest: components["schemas"]["RuleRetireRequest"] | null;
            status: "active" | "draft" | "paused" | "retired";
            steps: components["schemas"]["RuleStep"][];
            versions: components["schemas"]["RuleVersionItem"][];
        };
        RuleDraftItem: {
            at: string;
            backtest: string | null;
            by: string;
            definition: components["schemas"]["RuleDefinitionOnWire"];
            name: string | null;
            returned: components["schemas"]["RuleReturn"] | null;
        };
        RuleHits: {
            cases: number;
            reviewed: number;
            suspicious: number;
        };
        RuleItem: {
            definition: components["schemas"]["RuleDefinitionOnWire"];
            hasDraft: boolean;
            hits: components["schemas"]["RuleHits"];
            id: string;
            name: string;
            status: "active" | "draft" | "paused" | "retired";
            version: number | null;
        };
        RuleList: {
            items: components["schemas"]["RuleItem"][];
            nextCursor: string | null;
        };
        RuleOutcomes: {
            closed: number;
            falseMatches: number;
            ruleId: string;
            suspicious: number;
        };
        RuleParameters: {
            below: string | null;
            count: number;
            from: string;
            windowMs: number;
        };
        RuleReasonDto: {
            reason: string;
        };
        RuleRetireRequest: {
            by: string;
            byName: string | null;
            lapsesAt: string;
            reason: string;
            requestedAt: string;
        };
        RuleReturn: {
            at: string;
            name: string | null;
            reason: string;
        };
        RuleStep: {
            at: string;
            by: string;
            name: string | null;
            reason: string;
            type: string;
        };
        RuleVersionItem: {
            activatedAt: string | null;
            approverName: string | null;
            definition: components["schemas"]["RuleDefinitionOnWire"];
            drafterName: string | null;
            endedAt: string | null;
            hits: components["schemas"]["RuleHits"];
            version: number;
        };
        SameHandle: {
            cut: boolean;
            items: components["schemas"]["SameHandleSender"][];
        };
        SameHandleSender: {
            attempts: number;
            cases: components["schemas"]["OtherCase"][];
            firstAt: string;
            lastAt: string;
            senderName: string;
            sent: string;
            uid: string;
        };
        SaveCardDto: {
            token: string;
        };
        SavedCard: {
            brand: string;
            expMonth: number;
            expYear: number;
            funding: "credit" | "debit" | "prepaid" | "unknown";
            id: string;
            isDefault: boolean;
            last4: string;
            state: "active" | "expired" | "expiring";
        };
        SavedCards: {
            items: components["schemas"]["SavedCard"][];
        };
        SavedRecipient: {
            createdAt: string;
            handle: string;
            id: string;
            name: string;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            uid: string;
            updatedAt: string;
        };
        SaveRecipientDto: {
            confirmSimilar?: boolean;
            handle: string;
            name: string;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
        };
        SecondFactorSecret: {
            secret: string;
            uri: string;
        };
        SecondFactorState: {
            enrolled: boolean;
            recoveryCodesLeft: number | null;
        };
        SenderActivity: {
            allowance: components["schemas"]["Allowance"];
            attempts: components["schemas"]["SenderAttempt"][];
            cards: components["schemas"]["SenderCard"][];
            cases: components["schemas"]["SenderCase"][];
            checks: components["schemas"]["SenderCheck"][];
            failedChecks: number;
            handles: components["schemas"]["SenderHandle"][];
            hasSecondFactor: boolean;
            held: components["schemas"]["TransfersSum"];
            olderAttempts: number;
            reason: string;
            recordedAt: string;
            refused30Days: components["schemas"]["RefusalCount"][];
            uid: string;
            unpaid: components["schemas"]["TransfersSum"];
        };
        SenderAt: {
            basis: "happened" | "recorded";
            count: number;
            cut: components["schemas"]["HistoryCut"];
            differences: components["schemas"]["BasisDifference"][];
            instant: string;
            line: components["schemas"]["HistoryLine"];
            moved: components["schemas"]["MovedEvent"][];
            next: components["schemas"]["HistoryPlace"] | null;
            place: number;
            position: string | null;
            previous: components["schemas"]["HistoryPlace"] | null;
            reason: string;
            recordedAt: string;
            shown: components["schemas"]["PastSender"] | null;
            uid: string;
        };
        SenderAttempt: {
            amount: string;
            at: string;
            id: string;
            isHeld: boolean;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            recipient: string;
            refused: "per_transfer_limit_exceeded" | "sending_paused" | "weekly_limit_exceeded" | null;
            status: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent" | "unpaid" | null;
        };
        SenderCard: {
            brand: string;
            declined: number;
            firstUsedAt: string | null;
            isSaved: boolean;
            last4: string;
            others: components["schemas"]["OtherSenders"] | null;
            paid: number;
        };
        SenderCase: {
            assignee: string | null;
            atRisk: string;
            createdAt: string;
            dueAt: string;
            id: string;
            openedAgain: "reopened" | "returned" | null;
            outcome: "cleared" | "false_match" | "suspicious" | null;
            reviewedAt: string | null;
            ruleId: string;
            status: "closed" | "open" | "proposed" | "snoozed";
        };
        SenderCheck: {
            id: string;
            isRevoked: boolean;
            list: "declined" | "expired" | "in_progress" | "stuck" | "verified";
            status: "completed" | "created" | "declined" | "expired" | "failed" | "needs_review" | "pending" | "submitted" | "verified";
            updatedAt: string;
        };
        SenderHandle: {
            amount: string;
            handle: string;
            others: components["schemas"]["OtherSenders"] | null;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            refused: number;
            sent: number;
            transferId: string | null;
        };
        SenderStanding: {
            cases: components["schemas"]["OtherCase"][];
            closedAt: string | null;
            displayName: string;
            email: string;
            erasedAt: string | null;
            erasure: components["schemas"]["ErasureDue"] | null;
            legalHold: components["schemas"]["LegalHold"] | null;
            pauses: components["schemas"]["SendingPause"][];
            reinstatementRequest: components["schemas"]["LiftRequest"] | null;
            requested30Days: string;
            resumeRequest: components["schemas"]["LiftRequest"] | null;
            since: string;
            states: ("closed" | "erased" | "erasure_due" | "legal_hold" | "paused" | "suspended")[];
            suspension: components["schemas"]["Suspension"] | null;
            transfers30Days: number;
            uid: string;
            verification: "pending" | "unverified" | "verified";
        };
        SendingPause: {
            byName: string | null;
            caseId: string | null;
            cause: "case" | "lead";
            reason: string;
            since: string;
        };
        SessionItem: {
            createdAt: string;
            current: boolean;
            device: string;
            id: string;
            lastSeenAt: string;
        };
        Sessions: {
            items: components["schemas"]["SessionItem"][];
        };
        SharedStep: {
            at: string;
            step: "delivered" | "paid" | "returned" | "sent" | "unclaimed";
        };
        SharedTransfer: {
            amount: string;
            expiresAt: string | null;
            handleMasked: string;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            senderFirstName: string;
            status: "delivered" | "processing" | "returned" | "sent";
            steps: components["schemas"]["SharedStep"][];
        };
        ShareLink: {
            expiresAt: string;
            url: string;
        };
        ShownCard: {
            brand: string;
            last4: string;
        };
        SignInDto: {
            email: string;
            password: string;
        };
        SignInProviders: {
            apple: boolean;
            google: boolean;
        };
        SignUpDto: {
            acceptTerms: true;
            email: string;
            firstName: string;
            lastName: string;
            locale?: "en" | "es";
            password: string;
        };
        SnoozeCaseDto: {
            reason: string;
            until: string;
        };
        StandingReasonDto: {
            reason: string;
        };
        StartBacktestDto: {
            against?: string;
            definition: components["schemas"]["RuleDefinitionDto"];
            from: string;
            to: string;
        };
        StartedBacktest: {
            id: string;
        };
        StartLinkDto: {
            locale?: "en" | "es";
            password: string;
        };
        Statement: {
            complete: boolean;
            delivered: components["schemas"]["StatementAmounts"];
            from: string;
            issuedAt: string;
            lines: components["schemas"]["StatementLine"][];
            month: string;
            next: string | null;
            previous: string | null;
            senderName: string;
            sums: components["schemas"]["StatementSums"];
            testMode: boolean;
            to: string;
        };
        StatementAmounts: {
            amount: string;
            fees: string;
        };
        StatementLine: {
            amount: string;
            at: string;
            code: string;
            fees: string;
            id: string;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            recipient: string;
            refunded: string;
            status: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
            total: string;
        };
        StatementMonth: {
            fees: string;
            month: string;
            paid: string;
            refunded: string;
            sent: string;
            transfers: number;
        };
        Statements: {
            complete: boolean;
            items: components["schemas"]["StatementMonth"][];
        };
        StatementSums: {
            amount: string;
            fees: string;
            refunded: string;
            total: string;
        };
        StepUpDto: {
            code?: string;
            password?: string;
            recoveryCode?: string;
        };
        StrayCharge: {
            amount: string;
            chargedAt: string;
            disputes: components["schemas"]["StrayDispute"][];
            isCharged: boolean;
            paymentRef: string;
            payout: components["schemas"]["StrayPayout"] | null;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle" | null;
            proposedBy: string | null;
            reason: string;
            refundable: string;
            refunded: string;
            sender: "known" | "lost" | "unnamed";
            state: "open" | "proposed" | "refunding";
            transferId: string;
        };
        StrayCharges: {
            items: components["schemas"]["StrayCharge"][];
        };
        StrayDispute: {
            amount: string;
            state: "lost" | "open" | "won";
        };
        StrayPayout: {
            reference: string | null;
            state: "delivered" | "failed" | "pending" | "returned" | "unclaimed";
        };
        SubmitKycAnswer: {
            requestId: string;
            url: string;
        };
        SubmitKycDto: {
            consent: boolean;
            fullName?: string;
        };
        SupportContact: {
            email: string;
            hours: string | null;
            phone: string;
        };
        Suspension: {
            byName: string | null;
            cause: "lead" | "operations";
            reason: string;
            since: string;
        };
        ThirdPartyFee: {
            fee: string;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
        };
        Timeline: {
            items: components["schemas"]["TimelineStep"][];
            nextCursor: string | null;
        };
        TimelineStep: {
            at: string;
            event: string;
        };
        TokenDto: {
            token: string;
        };
        Transaction: {
            amount: string;
            cancellable: "no" | "recall" | "yes";
            card: components["schemas"]["ShownCard"] | null;
            createdAt: string;
            fees: components["schemas"]["Fees"];
            handle: string;
            id: string;
            note?: string;
            payment: components["schemas"]["PaymentProgress"] | null;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            recipient: string;
            released: boolean;
            status: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
            steps: components["schemas"]["TransferStep"][];
            uid: string;
        };
        TransactionPage: {
            items: components["schemas"]["Transaction"][];
            nextCursor: string | null;
        };
        TransferDraftDto: {
            amount: string;
            handle: string;
            note?: string;
            platform: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
            recipient: string;
        };
        TransfersSum: {
            amount: string;
            count: number;
        };
        TransferStep: {
            amount?: string;
            at: string;
            card?: components["schemas"]["ShownCard"];
            reason?: string;
            reference?: string;
            step: "abandoned" | "authorized" | "cancel_requested" | "cancelled" | "captured" | "declined" | "delivered" | "payout_accepted" | "payout_failed" | "payout_returned" | "payout_submitted" | "problem_answered" | "problem_reported" | "refund_failed" | "refund_initiated" | "refund_settled" | "refunded" | "requested" | "unclaimed";
            words?: string;
        };
        TransfersTotal: {
            complete: boolean;
            count: number;
            fees: string;
            sent: string;
            since: string | null;
        };
        UndoEmailDto: {
            password: string;
            token: string;
        };
        UnlinkDto: {
            password: string;
        };
        UnpaidTransfer: {
            amount: string;
            id: string;
            until: string | null;
        };
        UpcomingRelease: {
            amount: string;
            at: string;
        };
        UserPrefs: {
            displayName: string | null;
            emailIdentity: boolean;
            emailOptIn: boolean;
            emailReminders: boolean;
            locale: "en" | "es" | null;
            uid: string;
            updatedAt: string | null;
        };
        VerificationOverview: {
            attemptsLeft: number;
            badge: "pending" | "unverified" | "verified";
            emailConfirmed: boolean;
            items: components["schemas"]["KycRequest"][];
            nameStep: "check" | "edit" | "support" | "wait";
            next: "continue" | "none" | "restart" | "retry" | "start" | "support" | "wait";
            nextCursor: string | null;
        };
        WaitingEmail: {
            email: string;
            expiresAt: string;
            missing: ("new" | "old")[];
        };
        WaitingPayouts: {
            count: number;
            isCut: boolean;
            lateAfterMinutes: number;
            since: string[];
            total: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    TransfersController_allowance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Allowance"];
                };
            };
        };
    };
    SocialController_callback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: "apple" | "google";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    SocialController_posted: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: "apple" | "google";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    code?: string;
                    error?: string;
                    state?: string;
                    user?: string;
                };
            };
        };
        responses: never;
    };
    SignInMethodsController_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: "apple" | "google";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartLinkDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderPage"];
                };
            };
        };
    };
    SocialController_start: {
        parameters: {
            query?: {
                acceptTerms?: "false" | "true";
                locale?: "en" | "es";
                page?: "/signin" | "/signup";
                popup?: "false" | "true";
                returnTo?: string;
            };
            header?: never;
            path: {
                provider: "apple" | "google";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    SignInMethodsController_unlink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: "apple" | "google";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnlinkDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    PasswordsController_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    PasswordsController_resend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    PersonController_confirmEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmEmailChangeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailConfirmation"];
                };
            };
        };
    };
    PersonController_undoEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoEmailDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    PasswordsController_forgot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    SocialController_pending: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingLink"];
                };
            };
        };
    };
    SocialController_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    PasswordsController_change: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    AuthController_refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    PasswordsController_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    PasswordsController_checkReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetLink"];
                };
            };
        };
    };
    AuthController_secondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    AuthController_undoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    AuthController_signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    AuthController_signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    AuthController_signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registered"];
                };
            };
        };
    };
    CardsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCards"];
                };
            };
        };
    };
    CardsController_save: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveCardDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCard"];
                };
            };
        };
    };
    CardsController_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CardsController_makeDefault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCardDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCard"];
                };
            };
        };
    };
    CardsController_restore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCard"];
                };
            };
        };
    };
    AuditController_audit: {
        parameters: {
            query?: {
                action?: string;
                cursor?: string;
                from?: string;
                limit?: string;
                person?: string;
                subject?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    AuditController_counts: {
        parameters: {
            query?: {
                action?: string;
                from?: string;
                person?: string;
                subject?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditCounts"];
                };
            };
        };
    };
    AuditController_people: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPeople"];
                };
            };
        };
    };
    ExportsController_csv: {
        parameters: {
            query?: {
                action?: string;
                from?: string;
                person?: string;
                subject?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    ExportsController_jsonl: {
        parameters: {
            query?: {
                action?: string;
                from?: string;
                person?: string;
                subject?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    BacktestsController_start: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartBacktestDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedBacktest"];
                };
            };
        };
    };
    BacktestsController_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
        };
    };
    BacktestsController_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    BacktestsController_alert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                transferId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestAlertDetail"];
                };
            };
        };
    };
    CaseActionsController_assignees: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaseAssignees"];
                };
            };
        };
    };
    CaseActionsController_counts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaseCounts"];
                };
            };
        };
    };
    CasesController_cases: {
        parameters: {
            query?: {
                assignee?: string;
                cursor?: string;
                from?: string;
                limit?: string;
                minAtRisk?: string;
                number?: string;
                reviewed?: "false" | "true";
                rule?: string;
                sort?: "atRisk" | "created" | "due";
                status?: "closed" | "mine" | "open" | "proposed" | "reports" | "snoozed";
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CasePage"];
                };
            };
        };
    };
    CasesController_case: {
        parameters: {
            query?: {
                at?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaseDetail"];
                };
            };
        };
    };
    CaseActionsController_approve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveCaseDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CaseActionsController_assign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignCaseDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CaseFileController_json: {
        parameters: {
            query?: {
                at?: string;
                lang?: "en" | "es";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    CaseFileController_pdf: {
        parameters: {
            query?: {
                at?: string;
                lang?: "en" | "es";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    CasesController_hold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldPaymentDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CaseActionsController_note: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaseNoteDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CaseActionsController_propose: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposeOutcomeDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CasesController_release: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldPaymentDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CaseActionsController_reopen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaseReasonDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CaseActionsController_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileReportDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CaseActionsController_return: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaseReasonDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CaseActionsController_review: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewCaseDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CasesController_sameHandle: {
        parameters: {
            query?: {
                at?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SameHandle"];
                };
            };
        };
    };
    CaseActionsController_snooze: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnoozeCaseDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    FindController_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindResult"];
                };
            };
        };
    };
    LedgerController_ledger: {
        parameters: {
            query?: {
                days?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ledger"];
                };
            };
        };
    };
    OverviewController_read: {
        parameters: {
            query?: {
                days?: "30" | "7" | "90";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
        };
    };
    DeskController_tasks: {
        parameters: {
            query?: {
                platform?: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
                q?: string;
                state?: "claim" | "contradiction" | "difference" | "dispute" | "done" | "late" | "lost" | "mine" | "open" | "outcome" | "problem" | "recall" | "refund" | "second_person" | "unknown";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskTasks"];
                };
            };
        };
    };
    DeskController_transfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskTransfer"];
                };
            };
        };
    };
    DeskController_claim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    DeskController_close: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    DeskController_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    DeskController_delivered: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveredDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    DeskController_failed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FailedDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    DeskController_giveBack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    DeskController_paidBack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaidBackDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    DeskController_release: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    DeskController_reveal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevealedPayout"];
                };
            };
        };
    };
    RevealController_reveal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevealDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revealed"];
                };
            };
        };
    };
    RulesController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleList"];
                };
            };
        };
    };
    RulesController_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleDetail"];
                };
            };
        };
    };
    RulesController_activate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivateRuleDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    RulesController_draft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftRuleDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    RulesController_discard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    RulesController_return: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleReasonDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    RulesController_pause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleReasonDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    RulesController_retire: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleReasonDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    StandingController_standing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderStanding"];
                };
            };
        };
    };
    HistoryController_activity: {
        parameters: {
            query?: {
                reason?: string;
            };
            header?: never;
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderActivity"];
                };
            };
        };
    };
    HistoryController_at: {
        parameters: {
            query?: {
                basis?: "happened" | "recorded";
                instant?: string;
                position?: string;
                reason?: string;
            };
            header?: never;
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderAt"];
                };
            };
        };
    };
    StandingController_liftLegalHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StandingReasonDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    StandingController_pause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StandingReasonDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    StandingController_placeLegalHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StandingReasonDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    StandingController_reinstate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StandingReasonDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    HistoryController_sender: {
        parameters: {
            query?: {
                caseId?: string;
                cursor?: string;
                limit?: string;
                reason?: string;
            };
            header?: never;
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
        };
    };
    StandingController_resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StandingReasonDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    StandingController_suspend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StandingReasonDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    StraysController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StrayCharges"];
                };
            };
        };
    };
    StraysController_close: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                paymentRef: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseStrayDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    StraysController_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                paymentRef: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmStrayDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    StraysController_refund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                paymentRef: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundStrayDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    HistoryController_transfer: {
        parameters: {
            query?: {
                caseId?: string;
                cursor?: string;
                limit?: string;
                reason?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
        };
    };
    ChecksController_counts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckCounts"];
                };
            };
        };
    };
    ChecksController_list: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: "declined" | "expired" | "in_progress" | "stuck" | "verified";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckPage"];
                };
            };
        };
    };
    ChecksController_detail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckDetail"];
                };
            };
        };
    };
    RevocationsController_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeVerificationDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    MeController_publicConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicConfig"];
                };
            };
        };
    };
    PolicyReportsController_take: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    LiveController_events: {
        parameters: {
            query?: {
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    FeesController_quote: {
        parameters: {
            query: {
                amount: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeeQuote"];
                };
            };
        };
    };
    FeesController_schedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeeScheduleOverview"];
                };
            };
        };
    };
    UnsubscribeController_confirmation: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    UnsubscribeController_stop: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    MeController_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    ClosingController_closing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountClosing"];
                };
            };
        };
    };
    ClosingController_close: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    PersonController_email: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailState"];
                };
            };
        };
    };
    PersonController_changeEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmailDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailState"];
                };
            };
        };
    };
    PersonController_cancelEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ExportController_state: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataExport"];
                };
            };
        };
    };
    ExportController_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataExport"];
                };
            };
        };
    };
    ExportController_zip: {
        parameters: {
            query?: {
                lang?: "en" | "es";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    PersonController_changeName: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeNameDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    PreferencesController_read: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPrefs"];
                };
            };
        };
    };
    PreferencesController_change: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePreferencesDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPrefs"];
                };
            };
        };
    };
    SharesController_check: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedTransfer"];
                };
            };
        };
    };
    RecipientsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipients"];
                };
            };
        };
    };
    RecipientsController_save: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveRecipientDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedRecipient"];
                };
            };
        };
    };
    RecipientsController_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    RecipientsController_change: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRecipientDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedRecipient"];
                };
            };
        };
    };
    SecondFactorController_state: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorState"];
                };
            };
        };
    };
    SecondFactorController_begin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginFactorDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorSecret"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    SecondFactorController_remove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    SecondFactorController_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmFactorDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    SecondFactorController_replaceCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    SecondFactorController_stepUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepUpDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    SessionsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sessions"];
                };
            };
        };
    };
    SessionsController_endAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    SessionsController_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    SharesController_open: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedTransfer"];
                };
            };
        };
    };
    SharesController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveShareLinks"];
                };
            };
        };
    };
    SharesController_stopAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ReceiptsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statements"];
                };
            };
        };
    };
    ReceiptsController_statement: {
        parameters: {
            query?: {
                lang?: "en" | "es";
            };
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "text/csv": string;
                };
            };
        };
    };
    ReceiptsController_month: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
        };
    };
    TransfersController_list: {
        parameters: {
            query?: {
                cursor?: string;
                from?: string;
                limit?: string;
                platform?: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
                status?: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
                to?: string;
            };
            header?: {
                "X-Flip-Search"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
        };
    };
    TransfersController_request: {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestTransferDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
        };
    };
    TransfersController_export: {
        parameters: {
            query?: {
                from?: string;
                platform?: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
                status?: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
                to?: string;
                tz?: string;
            };
            header?: {
                "X-Flip-Search"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    TransfersController_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
        };
    };
    TransferActionsController_cancel: {
        parameters: {
            query?: {
                only?: "unpaid";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledTransaction"];
                };
            };
        };
    };
    TransferActionsController_pay: {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CardChoiceDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
        };
    };
    TransferActionsController_abandon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
        };
    };
    TransferActionsController_report: {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportProblemDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportedProblem"];
                };
            };
        };
    };
    ReceiptsController_facts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptFacts"];
                };
            };
        };
    };
    ReceiptsController_pdf: {
        parameters: {
            query?: {
                lang?: "en" | "es";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    SharesController_share: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLink"];
                };
            };
        };
    };
    SharesController_stop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    TransfersController_timeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                };
            };
        };
    };
    TransfersController_check: {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferDraftDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    TransfersController_total: {
        parameters: {
            query?: {
                from?: string;
                platform?: "Apple Pay" | "Cash App" | "Chime" | "PayPal" | "Venmo" | "Zelle";
                status?: "cancelled" | "declined" | "delivered" | "processing" | "refunded" | "refunding" | "sent";
                to?: string;
            };
            header?: {
                "X-Flip-Search"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransfersTotal"];
                };
            };
        };
    };
    VerificationController_read: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationOverview"];
                };
            };
        };
    };
    VerificationController_submit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitKycDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitKycAnswer"];
                };
            };
        };
    };
    VerificationController_repeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RepeatKycDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitKycAnswer"];
                };
            };
        };
    };
    VerificationController_refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationOverview"];
                };
            };
        };
    };
    PayoutWebhooksController_paypal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    WebhooksController_persona: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    PaymentWebhooksController_stripe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
