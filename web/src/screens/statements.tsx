import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { StatementMonth } from '@kernel/receipts';
import { formatMoney, formatMonth, formatMonthHeading } from '../lib/format';
import { inMonth } from '../receipts/in-month';
import { StatementFiles } from '../receipts/statement-files';
import { useStatements } from '../receipts/use-receipts';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { Icon } from '../ui/icon';
import { PageHeading } from '../ui/page-heading';
import { Bone, Skeleton } from '../ui/skeleton';

/** A statement for each month with charged transfers. */
export function StatementsScreen() {
  const { t } = useTranslation();
  const { data, error, mutate } = useStatements();
  return (
    <>
      <Link className="link muted" to="/transactions">
        <Icon name="chevronLeft" />
        {t('nav.transactions')}
      </Link>
      <div className="page-head">
        <PageHeading title={t('statements.title')}>{t('statements.title')}</PageHeading>
      </div>
      {data ? (
        <Months months={data.items} complete={data.complete} />
      ) : error === undefined ? (
        <Skeleton>
          <Bone width="100%" height={160} />
        </Skeleton>
      ) : (
        <ErrorBlock title={t('statements.failed')} error={error} onRetry={() => void mutate()} />
      )}
    </>
  );
}

function Months({
  months,
  complete,
}: {
  readonly months: readonly StatementMonth[];
  readonly complete: boolean;
}) {
  const { t } = useTranslation();
  if (months.length === 0)
    return (
      <Card>
        <EmptyState
          icon="document"
          title={t('statements.empty')}
          text={t('statements.emptyText')}
          action={
            <ButtonLink size="sm" to="/dashboard">
              {t('nav.sendMoney')}
            </ButtonLink>
          }
        />
      </Card>
    );
  return (
    <div className="stack-blocks">
      {months.map((month) => (
        <Month key={month.month} month={month} />
      ))}
      {!complete && <p className="muted t14">{t('statements.incomplete')}</p>}
    </div>
  );
}

function Month({ month: { month, transfers, paid, refunded } }: { readonly month: StatementMonth }) {
  const { t, i18n } = useTranslation();
  return (
    <Card
      title={formatMonthHeading(inMonth(month), i18n.language)}
      aside={
        <div className="flow">
          <ButtonLink
            size="xs"
            icon="document"
            to={`/statements/${month}`}
            aria-label={t('statements.viewOf', { month: formatMonth(inMonth(month), i18n.language) })}
          >
            {t('statements.view')}
          </ButtonLink>
          <StatementFiles month={month} size="xs" />
        </div>
      }
    >
      <dl className="pairs">
        <div>
          <dt>{t('statements.transfers')}</dt>
          <dd>{transfers}</dd>
        </div>
        <div>
          <dt>{t('statements.paid')}</dt>
          <dd>{formatMoney(paid, i18n.language)}</dd>
        </div>
        {refunded !== '0.00' && (
          <div>
            <dt>{t('statements.refunded')}</dt>
            <dd>{formatMoney(refunded, i18n.language)}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
