import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

interface Place {
  readonly text: string;
  /** Whether `text` is a number or an id, whose characters are compared. */
  readonly isId?: boolean;
}

interface BreadcrumbProps {
  /** The pages that lead here, the first one first. */
  readonly way: readonly (Place & { readonly to: string })[];
  readonly here: Place;
}

/** Where a page stands below the ones of the navigation. */
export function Breadcrumb({ way, here }: BreadcrumbProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('compliance.breadcrumb')} className="t14">
      {way.map(({ to, text, isId }) => (
        <Fragment key={to}>
          <Link className={`link link-inline${isId ? ' mono' : ''}`} to={to}>
            {text}
          </Link>
          <span aria-hidden="true"> / </span>
        </Fragment>
      ))}
      <span aria-current="page" className={here.isId ? 'mono' : undefined}>
        {here.text}
      </span>
    </nav>
  );
}
