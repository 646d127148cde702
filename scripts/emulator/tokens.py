"""Checks the tokens of a user pool. Part of the launcher; see `patches.py`."""

import time


def is_valid(token: str, user_pool_id: str) -> bool:
    from ministack.services import cognito

    claims = cognito._token_claims(token)
    return (
        bool(user_pool_id)
        and str(claims.get("iss", "")).endswith(f"/{user_pool_id}")
        and isinstance(claims.get("exp"), (int, float))
        and claims["exp"] > time.time()
        # On AWS, a refresh token is encrypted and is not a JWT.
        and claims.get("token_use") in ("id", "access")
        and token.count(".") == 2
        and cognito._signature_valid(token)
    )
