import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { FEE_SCHEDULES, feesOf } from '@kernel/fees';
import { formatMoney } from '../lib/format';
import { useFeeSchedule } from '../lib/use-fee-schedule';
import { Brand } from '../ui/brand';
import { Icon } from '../ui/icon';
import { Footer } from './footer';
import { LanguageToggle } from './language-toggle';
import { MAIN_ID } from './skip-link';

/** What the example beside the form sends. */
const EXAMPLE_CENTS = 120_00;

/** The frame of the sign-in and sign-up screens: the form on the left, what to expect on the right. */
export function AuthFrame() {
  return (
    <div className="frame">
      <div className="auth">
        <div className="auth-pane">
          <header className="auth-head">
            <Brand to="/" />
            <LanguageToggle />
          </header>
          <main className="auth-form" id={MAIN_ID} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
        <Promises />
      </div>
      <Footer className="auth-footer" />
    </div>
  );
}

function Promises() {
  const { t } = useTranslation();
  return (
    <aside className="auth-aside" aria-labelledby="promises">
      <h2 id="promises">{t('auth.asideTitle')}</h2>
      <ul>
        <PricePromise />
        <li>
          <Icon name="clock" size={24} />
          <div>
            <b>{t('auth.stepsTitle')}</b>
            {t('auth.stepsText')}
          </div>
        </li>
        <li>
          <Icon name="refund" size={24} />
          <div>
            <b>{t('landing.feature.refund')}</b>
            {t('landing.feature.refundText')}
          </div>
        </li>
      </ul>
    </aside>
  );
}

function PricePromise() {
  const { t, i18n } = useTranslation();
  const { data: overview } = useFeeSchedule();
  const fees = feesOf(EXAMPLE_CENTS, overview?.schedule ?? FEE_SCHEDULES[0]);
  const money = (cents: number) => formatMoney(cents, i18n.language);
  return (
    // Keeps its place while the schedule loads, but shows no figure that may be wrong.
    <li className={overview ? undefined : 'not-yet'}>
      <Icon name="document" size={24} />
      <div>
        <b>{t('auth.exampleTitle', { amount: money(EXAMPLE_CENTS), total: money(fees.totalCents) })}</b>
        {t('auth.exampleText', {
          flip: money(fees.flipFeeCents),
          processing: money(fees.processingFeeCents),
        })}
      </div>
    </li>
  );
}
